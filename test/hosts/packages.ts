import { createRequire } from 'node:module';

const requirePackage = createRequire(import.meta.url) as (name: string) => unknown;

/**
 * Packages of this folder, whose own types would make the repository's type check fail wherever they are not installed.
 */
export const { startDevServer } = requirePackage('@vercel/node') as { startDevServer: StartDevServer };

export const { next } = requirePackage('@vercel/functions') as { next(init?: object): Response };

const netlifyFunctions: string = '@netlify/functions-dev';

/** A module, which Node 20 does not `require`. */
export const { FunctionsHandler } = (await import(/* @vite-ignore */ netlifyFunctions)) as {
  FunctionsHandler: new (options: NetlifyOptions) => NetlifyFunctions;
};

type StartDevServer = (options: {
  readonly entrypoint: string;
  readonly workPath: string;
  readonly files: object;
  readonly config: object;
  readonly meta: object;
}) => Promise<{ readonly port: number; shutdown(): Promise<void> }>;

interface NetlifyOptions {
  readonly config: { get(): object; subscribe(): () => void };
  readonly destPath: string;
  readonly projectRoot: string;
  readonly settings: object;
  readonly timeouts: object;
  readonly userFunctionsPath: string;
  readonly geolocation: object;
}

interface NetlifyFunctions {
  match(request: Request): Promise<{ handle(request: Request): Promise<Response> } | undefined>;
}
