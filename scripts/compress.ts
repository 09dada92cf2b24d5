import { brotliCompressSync, constants } from 'node:zlib';

/**
 * Brotli 11 of a script, as the build puts it beside each. With a model of literals a small file is now and then 5 %
 * larger than without, for no more than another hash in the name of its source map: so it is made both ways, and the
 * smaller one is taken.
 */
export function compress(script: Uint8Array): Buffer {
  const modelled = brotliCompressSync(script);
  const plain = brotliCompressSync(script, {
    params: { [constants.BROTLI_PARAM_DISABLE_LITERAL_CONTEXT_MODELING]: 1 },
  });
  return plain.length < modelled.length ? plain : modelled;
}
