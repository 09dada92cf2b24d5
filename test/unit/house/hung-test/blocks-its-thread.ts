import { it } from 'vitest';

it('ends', () => {});

it('blocks', () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
