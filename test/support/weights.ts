/** The most that the loaders may weigh: bytes with brotli 11. */
export const loaderLimits = { 'geolet.js': 22_600, 'geolet-bindings.js': 16_200 } as const;
