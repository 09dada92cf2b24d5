import type { DataInUse, GeoData } from './geo/geo-data.ts';
import type { Store } from './store/store.ts';

/** What `GET /health` says: `ok`; `degraded` when records lack what follows from an address; `failing` when no key can be read. */
export interface Health {
  readonly status: 'ok' | 'degraded' | 'failing';
  readonly store: 'ok' | 'failing';
  readonly data: readonly (DataInUse & { readonly ageDays: number })[];
}

export async function healthOf(geo: GeoData, store: Store): Promise<Health> {
  const storeState = await store.check().then(
    () => 'ok' as const,
    () => 'failing' as const,
  );
  const data = geo.inUse.map((file) => ({ ...file, ageDays: ageInDays(file.builtAt) }));
  const isComplete = data.some(({ kind }) => kind === 'city') && data.every(({ failedLookUps }) => failedLookUps === 0);
  return { status: storeState === 'failing' ? 'failing' : isComplete ? 'ok' : 'degraded', store: storeState, data };
}

export function ageInDays(builtAt: Date): number {
  return Math.max(0, Math.floor((Date.now() - builtAt.getTime()) / 86_400_000));
}
