import type { DataInUse, GeoData } from './geo/geo-data.ts';
import type { Store } from './store/store.ts';

type State = 'ok' | 'failing';

type Aged = DataInUse & { readonly ageDays: number };

/** What `GET /health` says: `ok`; `degraded` when records lack what follows from an address; `failing` when no key can be read. */
export interface Health {
  readonly status: 'ok' | 'degraded' | 'failing';
  readonly store: State;
  readonly data: readonly Aged[];
}

/** What `GET /ready` says: whether a load balancer should send requests here. */
export interface Readiness {
  readonly status: 'ready' | 'not ready';
  readonly store: State;
  readonly limits: State;
  /** Asked to stop: finishes what it has and wants no more. */
  readonly isStopping: boolean;
  /** Days since the oldest data in use were built; absent without data. */
  readonly dataAgeDays?: number;
}

export async function healthOf(geo: GeoData, store: Store): Promise<Health> {
  const state = await stateOf(() => store.check());
  const data = geo.inUse.map((file) => ({ ...file, ageDays: ageInDays(file.builtAt) }));
  const isComplete = data.some(({ kind }) => kind === 'city') && data.every(({ failedLookUps }) => failedLookUps === 0);
  return { status: state === 'failing' ? 'failing' : isComplete ? 'ok' : 'degraded', store: state, data };
}

export async function readinessOf(
  geo: GeoData,
  store: Store,
  limiters: { check?(): Promise<void> },
  isStopping: boolean,
): Promise<Readiness> {
  const [storeState, limitState] = await Promise.all([stateOf(() => store.check()), stateOf(async () => limiters.check?.())]);
  const ages = geo.inUse.map(({ builtAt }) => ageInDays(builtAt));
  return {
    status: storeState === 'ok' && limitState === 'ok' && !isStopping ? 'ready' : 'not ready',
    store: storeState,
    limits: limitState,
    isStopping,
    ...(ages.length > 0 && { dataAgeDays: Math.max(...ages) }),
  };
}

function stateOf(check: () => Promise<void>): Promise<State> {
  return check().then(
    () => 'ok' as const,
    () => 'failing' as const,
  );
}

export function ageInDays(builtAt: Date): number {
  return Math.max(0, Math.floor((Date.now() - builtAt.getTime()) / 86_400_000));
}
