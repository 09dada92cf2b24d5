/**
 * What `npm run bench:server` measures. A suite is a file beside this one that exports `suite: Suite`; run.ts lists the
 * suites. Every program is a child process, so that its CPU time is its own, and nothing of the load counts for it.
 */
export interface Suite {
  readonly name: string;
  /** The upstream service of the measured programs, started first. `UPSTREAM_URL` has its URL. */
  readonly upstream?: Program;
  /**
   * Servers that they need besides. Programs find where those are in their environment. Says why not, where there can
   * be none.
   */
  readonly servers?: () => Promise<StartedServers | { readonly missing: string }>;
  readonly comparisons: readonly Comparison[];
}

export interface StartedServers {
  readonly environment: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** Programs that do the same work, measured in turns within one run; each is reported as a multiple of the floor. */
export interface Comparison {
  readonly name: string;
  /** What the work costs at least: imports nothing from src, at most 80 lines. */
  readonly floor: Program;
  readonly variants: readonly Variant[];
  /** The request that is sent as number `index`, counted from 0 over the whole run. */
  readonly request: (index: number) => LoadRequest;
  /** Connections kept open at once. Default 50. */
  readonly connections?: number;
  /** Whether the report shows the first answer of each program, so that a reader sees what is alike in them. */
  readonly showsAnswers?: boolean;
}

/** Listens on the port in `PORT`, which is 0, and prints a line with its URL: `http://127.0.0.1:…`. */
export interface Program {
  readonly name: string;
  /** From the repository's root. It is bundled for Node before it runs, packages left outside. */
  readonly file: string;
  /** Run through tsx as it is instead: for programs that find files beside their own source. */
  readonly unbundled?: boolean;
  readonly arguments?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** Whether the CPU time of the upstream service is part of its work. Default no. */
  readonly countsUpstream?: boolean;
  /** The status of its right answers. Default 200. */
  readonly status?: number;
}

export interface Variant extends Program {
  /** Requests per CPU-second as a multiple of the floor's, at least. Without it the variant is only shown. */
  readonly goal?: number;
  /** What it may use of the machine. */
  readonly limits?: Limits;
}

export interface Limits {
  /** Memory of its own after the load, at most: without that of files, such as the program of Node itself. */
  readonly ownMegabytes: number;
  /** From the start of the process to its first answer, at most. */
  readonly firstAnswerSeconds: number;
}

/** A GET without a body. */
export interface LoadRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A text in the body of a right response. Without it the response is about another visitor, and counts as wrong. */
  readonly expected?: string;
}
