/** The most that the loaders may weigh: bytes with brotli 11. The hash in them alone makes 20 more or less. */
export const loaderLimits = { 'geolet.js': 23_280, 'geolet-bindings.js': 16_740 } as const;
