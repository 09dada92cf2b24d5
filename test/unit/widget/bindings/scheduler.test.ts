import { describe, expect, it } from 'vitest';
import { createScheduler, maxParts } from '../../../../src/widget/bindings/scheduler.ts';

/** A page of names in two trees, with frames that the test runs. */
function start({ isParsing = false } = {}) {
  const frames: (() => void)[] = [];
  const bound: { readonly parts: readonly string[]; readonly crowded: readonly string[] }[] = [];
  const trees = { first: {}, second: {} };
  const page = { isParsing };
  const scheduler = createScheduler<string, object>({
    isParsing: () => page.isParsing,
    requestFrame: (callback) => frames.push(callback),
    bind: (parts, isCrowded) =>
      void bound.push({
        parts,
        crowded: Object.entries(trees).flatMap(([name, tree]) => (isCrowded(tree) ? [name] : [])),
      }),
  });
  return { scheduler, trees, bound, frames, page, runFrame: () => frames.splice(0).forEach((frame) => frame()) };
}

const many = (count: number) => Array.from({ length: count }, (_, index) => `part ${index}`);

describe('when what comes to the page is bound', () => {
  it('binds once in the next frame all that has come until then', () => {
    const { scheduler, trees, bound, frames, runFrame } = start();
    scheduler.add(trees.first, ['a', 'b']);
    scheduler.schedule();
    scheduler.add(trees.second, ['b', 'c']);
    scheduler.schedule();
    expect([frames.length, bound]).toEqual([1, []]);
    runFrame();
    expect(bound).toEqual([{ parts: ['a', 'b', 'c'], crowded: [] }]);
  });

  it('binds in a later frame what comes after that', () => {
    const { scheduler, trees, bound, runFrame } = start();
    for (const part of ['a', 'b']) {
      scheduler.add(trees.first, [part]);
      scheduler.schedule();
      runFrame();
    }
    expect(bound.map(({ parts }) => parts)).toEqual([['a'], ['b']]);
  });

  it('asks for no frame without anything to bind', () => {
    const { scheduler, frames } = start();
    scheduler.schedule();
    expect(frames).toEqual([]);
  });

  it('asks for no frame while the parser is at work, but binds when it is told to', () => {
    const { scheduler, trees, bound, frames } = start({ isParsing: true });
    scheduler.add(trees.first, ['a']);
    scheduler.schedule();
    expect(frames).toEqual([]);
    scheduler.flush();
    expect(bound).toEqual([{ parts: ['a'], crowded: [] }]);
    expect(scheduler.hasParts()).toBe(false);
  });

  it('binds in a frame what must be bound again, also while it binds', () => {
    const { scheduler, bound, runFrame } = start();
    scheduler.again('a');
    scheduler.schedule();
    runFrame();
    expect(bound).toEqual([{ parts: ['a'], crowded: [] }]);
  });

  it('holds few parts of a crowd, and names the trees that it came to', () => {
    const { scheduler, trees, bound } = start();
    scheduler.add(trees.first, many(10_000));
    scheduler.flush();
    expect(bound).toEqual([{ parts: many(maxParts + 1), crowded: ['first'] }]);
  });

  it('calls a tree crowded to which more comes after a crowd, and none before', () => {
    const { scheduler, trees, bound } = start();
    scheduler.add(trees.first, many(maxParts));
    scheduler.add(trees.second, ['x', 'y']);
    scheduler.flush();
    expect(bound[0]?.crowded).toEqual(['second']);
    scheduler.add(trees.first, ['a']);
    scheduler.flush();
    expect(bound[1]?.crowded).toEqual([]);
  });
});
