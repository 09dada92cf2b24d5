import { describe, expect, it } from 'vitest';
import { KeptAnswers } from '../../../src/proxy/kept-answers.ts';

const data = { country: '"countryCode":"FR","isEU":true', rest: '"city":"Lyon"', license: undefined };

describe('kept answers', () => {
  it('are no more than so many: the least lately used goes first', () => {
    const answers = new KeptAnswers({ cacheEntries: 2, cacheBytes: 1_000_000 });
    answers.keep('a', data, 0);
    answers.keep('b', data, 0);
    answers.get('a');
    answers.keep('c', data, 0);
    expect(['a', 'b', 'c'].map((key) => answers.get(key)?.data)).toEqual([data, undefined, data]);
  });

  it('weigh no more than so much', () => {
    const answers = new KeptAnswers({ cacheEntries: 1000, cacheBytes: 10_000 });
    for (let index = 0; index < 100; index++) answers.keep(`${index}${' '.repeat(998)}`, data, 0);
    const kept = Array.from({ length: 100 }, (_, index) => answers.get(`${index}${' '.repeat(998)}`)).filter((answer) => answer !== undefined);
    expect(kept).toHaveLength(4);
  });

  it('weigh nothing once forgotten, and one that is kept again weighs once', () => {
    const answers = new KeptAnswers({ cacheEntries: 1000, cacheBytes: 250 });
    for (let round = 0; round < 100; round++) answers.keep('same', data, round);
    answers.keep('other', data, 0);
    expect(answers.get('same')?.time).toBe(99);
    answers.forget('same');
    answers.keep('third', data, 0);
    expect(answers.get('other')?.data).toBe(data);
  });

  it('of which one is too heavy alone are none', () => {
    const answers = new KeptAnswers({ cacheEntries: 10, cacheBytes: 10 });
    answers.keep('a', data, 0);
    expect(answers.get('a')).toBeUndefined();
  });

  it('are found by their whole key', () => {
    const answers = new KeptAnswers({ cacheEntries: 10, cacheBytes: 1_000_000 });
    answers.keep('__proto__', data, 0);
    expect(answers.get('constructor')).toBeUndefined();
    expect(answers.get('__proto__')?.data).toBe(data);
  });
});
