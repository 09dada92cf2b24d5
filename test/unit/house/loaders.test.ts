import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { loaderLimits } from '../../support/weights.ts';

describe.each(Object.entries(loaderLimits))('%s, as built,', (name, limit) => {
  const script = readFileSync(`dist/${name}`);

  it('keeps to its limit', () => expect(brotliCompressSync(script).length).toBeLessThanOrEqual(limit));

  // Its first line, or V8 does not heed it: https://v8.dev/blog/explicit-compile-hints.
  it('asks to be compiled as a whole while it arrives', () =>
    expect(script.toString().split('\n')[0]).toBe('//# allFunctionsCalledOnLoad'));
});
