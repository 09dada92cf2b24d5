/** The most that the loaders may weigh: bytes with brotli 11. */
export const loaderLimits = { 'geolet.js': 22_550, 'geolet-bindings.js': 16_100 } as const;
