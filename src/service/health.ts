import { openDescriptor } from '../http/descriptors.ts';
import type { DataInUse, GeoData } from './geo/geo-data.ts';
import type { Store, StoreState } from './store/store.ts';

type State<Working = 'ok'> = Working | 'failing';

type Aged = DataInUse & { readonly ageDays: number };

/** What `GET /health` says: `ok`; `degraded` when records lack what follows from an address, or nothing can be deleted; `failing` when no request is answered. */
export interface Health {
  readonly status: 'ok' | 'degraded' | 'failing';
  readonly store: State<StoreState>;
  readonly limits: State;
  readonly data: readonly Aged[];
}

/** What `GET /ready` says: whether a load balancer should send requests here. */
export interface Readiness {
  readonly status: 'ready' | 'not ready';
  readonly store: State<StoreState>;
  readonly limits: State;
  /** Whether a connection can be opened. */
  readonly descriptors: State;
  /** Asked to stop: finishes what it has and wants no more. */
  readonly isStopping: boolean;
  /** Days since the oldest data in use were built; absent without data. */
  readonly dataAgeDays?: number;
}

/** What was found when all that a request needs was done. */
export interface Found {
  readonly store: State<StoreState>;
  readonly limits: State;
  readonly descriptors: State;
  /** Whether all requests can be answered that the keys in force allow. */
  readonly isReady: boolean;
}

interface Checked {
  readonly store: Pick<Store, 'check' | 'hasKeysThatDelete'>;
  readonly limiters: { check?(): Promise<void> };
}

/** How long what was found is told again: however many ask, and however often, a database meets two checks a second. */
const keptMs = 500;

/**
 * Does what a request needs: reads and writes the store, and counts. One check at a time, whose result all get who ask meanwhile and
 * shortly after. A store that can only be read does where no key is in force that may delete.
 */
export function createCheck({ store, limiters }: Checked): () => Promise<Found> {
  let found: Promise<Found> | undefined;
  const check = async (): Promise<Found> => {
    const [storeState, limits, descriptors] = await Promise.all([
      stateOf(() => store.check()),
      stateOf(async () => limiters.check?.().then(() => 'ok' as const) ?? 'ok'),
      stateOf(async () => (openDescriptor(), 'ok' as const)),
    ]);
    const isEnough =
      storeState === 'ok' || (storeState === 'read-only' && !(await store.hasKeysThatDelete().catch(() => true)));
    return { store: storeState, limits, descriptors, isReady: isEnough && limits === 'ok' && descriptors === 'ok' };
  };
  return () => {
    found ??= check().finally(() => setTimeout(() => (found = undefined), keptMs).unref());
    return found;
  };
}

export function healthOf(geo: GeoData, { store, limits }: Found): Health {
  const data = geo.inUse.map((file) => ({ ...file, ageDays: ageInDays(file.builtAt) }));
  const isComplete = data.some(({ kind }) => kind === 'city') && data.every(({ failedLookUps }) => failedLookUps === 0);
  const isFailing = store === 'failing' || limits === 'failing';
  return { status: isFailing ? 'failing' : isComplete && store === 'ok' ? 'ok' : 'degraded', store, limits, data };
}

export function readinessOf(
  geo: GeoData,
  { store, limits, descriptors, isReady }: Found,
  isStopping: boolean,
): Readiness {
  const ages = geo.inUse.map(({ builtAt }) => ageInDays(builtAt));
  return {
    status: isReady && !isStopping ? 'ready' : 'not ready',
    store,
    limits,
    descriptors,
    isStopping,
    ...(ages.length > 0 && { dataAgeDays: Math.max(...ages) }),
  };
}

function stateOf<Working>(check: () => Promise<Working>): Promise<State<Working>> {
  return check().catch(() => 'failing' as const);
}

export function ageInDays(builtAt: Date): number {
  return Math.max(0, Math.floor((Date.now() - builtAt.getTime()) / 86_400_000));
}
