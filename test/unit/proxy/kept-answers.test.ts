import { describe, expect, it } from 'vitest';
import { KeptAnswers } from '../../../src/proxy/kept-answers.ts';

const data = {
  country: '"countryCode":"FR","isEU":true',
  rest: '"city":"Lyon"',
  license: undefined,
  dataDate: undefined,
};

describe('kept answers', () => {
  it('are no more than so many: the oldest goes first', () => {
    const answers = new KeptAnswers({ cacheEntries: 2, cacheBytes: 1_000_000 });
    answers.keep('a', data, 0);
    answers.keep('b', data, 0);
    answers.keep('a', data, 1);
    answers.keep('c', data, 1);
    expect(['a', 'b', 'c'].map((key) => answers.get(key)?.data)).toEqual([data, undefined, data]);
  });

  it('weigh no more than so much', () => {
    const answers = new KeptAnswers({ cacheEntries: 1000, cacheBytes: 10_000 });
    for (let index = 0; index < 100; index++) answers.keep(`${index}${' '.repeat(998)}`, data, 0);
    const kept = Array.from({ length: 100 }, (_, index) => answers.get(`${index}${' '.repeat(998)}`)).filter(
      (answer) => answer !== undefined,
    );
    expect(kept).toHaveLength(4);
  });

  it('weigh nothing once forgotten, and one that is kept again weighs once', () => {
    const answers = new KeptAnswers({ cacheEntries: 1000, cacheBytes: 250 });
    for (let round = 0; round < 100; round++) answers.keep('same', data, round);
    answers.keep('other', data, 100);
    expect(answers.get('same')?.time).toBe(99);
    answers.forgetBefore(100);
    answers.keep('third', data, 100);
    expect(answers.get('other')?.data).toBe(data);
  });

  it('of which one is too heavy alone are none', () => {
    const answers = new KeptAnswers({ cacheEntries: 10, cacheBytes: 10 });
    answers.keep('a', data, 0);
    expect(answers.get('a')).toBeUndefined();
  });

  it('are forgotten once they are too old, also those that were used since', () => {
    const answers = new KeptAnswers({ cacheEntries: 1000, cacheBytes: 1_000_000 });
    for (const [time, key] of ['a', 'b', 'c', 'd'].entries()) answers.keep(key, data, time);
    answers.get('a');
    answers.forgetBefore(0);
    answers.get('b');
    answers.forgetBefore(3);
    answers.keep('e', data, 4);
    expect(['a', 'b', 'c', 'd', 'e'].map((key) => answers.get(key)?.time)).toEqual([
      undefined,
      undefined,
      undefined,
      3,
      4,
    ]);
  });

  it('in whatever order they come and are forgotten, are those of a plain list', () => {
    const answers = new KeptAnswers({ cacheEntries: 5, cacheBytes: 1_000_000 });
    let list: { key: string; time: number }[] = [];
    let seed = 1;
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    for (let time = 0; time < 20_000; time++) {
      const key = String(random(12));
      const action = random(10);
      if (action < 4) {
        answers.keep(key, data, time);
        list = [...list.filter((entry) => entry.key !== key), { key, time }].slice(-5);
      } else if (action < 9) {
        expect(answers.get(key)?.time).toBe(list.find((entry) => entry.key === key)?.time);
      } else {
        const before = time - random(20);
        answers.forgetBefore(before);
        while (list[0] && list[0].time < before) list.shift();
      }
    }
    expect(list.map(({ key }) => answers.get(key)?.time)).toEqual(list.map(({ time }) => time));
  });

  it('are found by their whole key', () => {
    const answers = new KeptAnswers({ cacheEntries: 10, cacheBytes: 1_000_000 });
    answers.keep('__proto__', data, 0);
    expect(answers.get('constructor')).toBeUndefined();
    expect(answers.get('__proto__')?.data).toBe(data);
  });
});
