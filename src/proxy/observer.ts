/** Told of what happens inside the proxy, for who counts it. Nothing of a visitor reaches it. */
export interface Observer {
  /**
   * Where a record came from. `hit`: the cache. `miss`: the service was asked, for this visitor or an equal one. `stale`:
   * the cache, since the service failed.
   */
  cache(result: 'hit' | 'miss' | 'stale'): void;
  /**
   * How a request to the service ended. `outage`: no answer, or one that it should not give. `refused`: it answered, and
   * gave no record.
   */
  service(outcome: 'ok' | 'outage' | 'refused', dataDate?: string): void;
  /** Whether the service is asked only once in a while, since it fails. */
  circuit(isOpen: boolean): void;
  /** A page came with a header that names another place than the record. */
  headerDiffers(): void;
}
