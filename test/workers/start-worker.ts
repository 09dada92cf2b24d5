import { onTestFinished } from 'vitest';
import { build } from 'vite';
import { Miniflare, type Workerd } from './packages.ts';

/** Looks like a key and stands nowhere else. */
export const key = 'glt_canary_7f3a9c51d2';

export const lyon = {
  country: 'FR',
  continent: 'EU',
  isEUCountry: '1',
  city: 'Lyon',
  region: 'Auvergne-Rhône-Alpes',
  regionCode: 'ARA',
  postalCode: '69001',
  timezone: 'Europe/Paris',
  latitude: '45.7485',
  longitude: '4.8467',
  asn: 12322,
  asOrganization: 'Free SAS',
  colo: 'LYS',
} as const;

interface WorkerOptions {
  readonly answer?: (request: Request) => Promise<Response>;
  readonly cf?: Readonly<Record<string, unknown>>;
  /** More of what a fixture gets as its environment. */
  readonly bindings?: Readonly<Record<string, unknown>>;
}

const refuse = (): Promise<Response> => Promise.reject(new Error('There is nobody to ask.'));

/** Runs a fixture in workerd, bundled as wrangler would. What it asks goes to `answer`; nothing leaves the machine. */
export async function startWorker(
  fixture: 'host' | 'service' | 'pages' | 'pieces' | 'streaming',
  { answer = refuse, cf = lyon, bindings }: WorkerOptions = {},
  keep = onTestFinished,
): Promise<Workerd> {
  const workerd = new Miniflare({
    modules: true,
    script: await bundle(fixture),
    compatibilityDate: '2026-04-01',
    bindings: {
      GEOLET_KEY: key,
      GEOLET_UPSTREAM: 'https://geo.example',
      GEOLET_PAGES: 'https://pages.example',
      ...bindings,
    },
    cf,
    outboundService: answer,
  });
  keep(() => workerd.dispose());
  return workerd;
}

/** @returns the script of a fixture, as wrangler would bundle it. */
export async function bundle(fixture: string): Promise<string> {
  const entry = new URL(`fixtures/${fixture}.ts`, import.meta.url).pathname;
  const built = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: { write: false, ssr: entry, target: 'es2022' },
    ssr: { noExternal: true, target: 'webworker' },
  });
  const [output] = Array.isArray(built) ? built : [built];
  const chunks = output !== undefined && 'output' in output ? output.output : [];
  const [chunk] = chunks.filter(({ type }) => type === 'chunk');
  if (chunks.length !== 1 || chunk?.type !== 'chunk') throw new Error(`${fixture} became ${chunks.length} files`);
  return chunk.code;
}
