/** The most that the loaders may weigh: bytes with brotli 11. The hash in them alone makes 20 more or less. */
export const loaderLimits = { 'geolet.js': 23_240, 'geolet-bindings.js': 16_720 } as const;
