/** The most that the loaders may weigh: bytes with brotli 11. */
export const loaderLimits = { 'geolet.js': 21_800, 'geolet-bindings.js': 15_400 } as const;
