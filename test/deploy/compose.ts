import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** What a compose file says of one container. https://docs.docker.com/reference/compose-file/services/ */
export interface ComposeService {
  readonly build: { readonly dockerfile: string; readonly target: string };
  readonly environment: Readonly<Record<string, string>>;
  readonly read_only?: boolean;
  readonly tmpfs?: readonly string[];
  /** `name:/path`. */
  readonly volumes?: readonly string[];
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly stop_grace_period?: string;
}

export interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly volumes: Readonly<Record<string, object>>;
}

/** As container engines do, variables are put into values that are read already: an empty one stays a text. */
export function readCompose(path: string, variables: Readonly<Record<string, string>>): Compose {
  const put = (_name: unknown, value: unknown): unknown =>
    typeof value === 'string'
      ? value.replaceAll(
          /\$\{(\w+):[-?]([^}]*)\}/g,
          (_all, name: string, fallback: string) => variables[name] ?? fallback,
        )
      : value;
  return parse(readFileSync(path, 'utf8'), put, { merge: true }) as Compose;
}
