import { openDescriptor } from '../http/descriptors.ts';
import type { DataInUse, GeoData } from './geo/geo-data.ts';
import type { Store, StoreState } from './store/store.ts';

type State<Working = 'ok'> = Working | 'failing';

type Aged = DataInUse & { readonly ageDays: number };

/**
 * The body of `GET /health`. `degraded`: records lack what follows from an address, or nothing can be deleted.
 * `failing`: no request with a key can be carried out.
 */
export interface Health {
  readonly status: 'ok' | 'degraded' | 'failing';
  readonly store: State<StoreState>;
  readonly limits: State;
  readonly data: readonly Aged[];
}

/** The body of `GET /ready`: whether a load balancer should send requests here. */
export interface Readiness {
  readonly status: 'ready' | 'not ready';
  readonly store: State<StoreState>;
  readonly limits: State;
  /** Whether a connection can be opened. */
  readonly descriptors: State;
  /** The process was asked to stop: it finishes its requests and wants no more. */
  readonly isStopping: boolean;
  /** Days since the oldest data in use were built; absent without data. */
  readonly dataAgeDays?: number;
}

/** The result of a check. */
export interface Found {
  readonly store: State<StoreState>;
  readonly limits: State;
  readonly descriptors: State;
  /** Whether all requests can be carried out that valid keys allow. */
  readonly isReady: boolean;
}

interface Checked {
  readonly store: Pick<Store, 'check' | 'hasKeysThatDelete'>;
  readonly limiters: { check?(): Promise<void> };
}

/** A database gets at most two checks a second, however many monitors ask. */
const cacheMs = 500;

/**
 * Does what a request needs: reads and writes the store, and counts. Only one check runs at a time. Calls during the
 * check and shortly after it get the same result. A read-only store is enough while no valid key may delete.
 */
export function createCheck(checked: Checked): () => Promise<Found> {
  let cached: Promise<Found> | undefined;
  const forget = () => {
    cached = undefined;
  };
  return () => {
    cached ??= checkNow(checked).finally(() => setTimeout(forget, cacheMs).unref());
    return cached;
  };
}

async function checkNow({ store, limiters }: Checked): Promise<Found> {
  const [storeState, limits, descriptors] = await Promise.all([
    stateOf(() => store.check()),
    stateOf(async () => {
      await limiters.check?.();
      return 'ok' as const;
    }),
    stateOf(async () => {
      openDescriptor();
      return 'ok' as const;
    }),
  ]);
  const isEnough =
    storeState === 'ok' || (storeState === 'read-only' && !(await store.hasKeysThatDelete().catch(() => true)));
  return { store: storeState, limits, descriptors, isReady: isEnough && limits === 'ok' && descriptors === 'ok' };
}

export function healthOf(geo: GeoData, { store, limits }: Found): Health {
  const data = geo.inUse.map((file) => ({ ...file, ageDays: ageInDays(file.builtAt) }));
  const isComplete = data.some(({ kind }) => kind === 'city') && data.every(({ failedLookups }) => failedLookups === 0);
  const isOk = isComplete && store === 'ok' && limits === 'ok';
  const isFailing = store === 'failing' || limits === 'failing';
  const workingStatus = isOk ? 'ok' : 'degraded';
  return { status: isFailing ? 'failing' : workingStatus, store, limits, data };
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
