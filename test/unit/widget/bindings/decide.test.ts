import { describe, expect, it } from 'vitest';
import { decide } from '../../../../src/widget/bindings/decide.ts';
import { giveUp } from '../../../../src/widget/bindings/retries.ts';

const untouched = { written: undefined, retries: 0 };
const written = { written: 'Lyon', retries: 0 };

describe('what to do with one slot', () => {
  it.each([
    ['leaves what was never written, without a value', untouched, 'you', undefined, 'leave'],
    ['writes a value for the first time', untouched, 'you', 'Lyon', 'write'],
    ['writes a value for the first time where nothing stands', untouched, null, 'Lyon', 'write'],
    ['writes null, which removes an attribute', untouched, '', null, 'write'],
    ['writes the next value over its own', written, 'Lyon', 'Osaka', 'write'],
    ['restores what the owner wrote, without a value', written, 'Lyon', undefined, 'restore'],
    ['restores also what somebody else has replaced', written, 'mine', undefined, 'restore'],
    ['rewrites what somebody else has replaced', written, 'mine', 'Lyon', 'rewrite'],
    ['rewrites what somebody else has removed', written, null, 'Lyon', 'rewrite'],
    ['knows its own value also where it is null', { written: null, retries: 0 }, null, 'geo', 'write'],
  ] as const)('%s', (_, bound, current, wanted, decision) => expect(decide(bound, current, wanted)).toBe(decision));

  it('leaves what it has given up, until that is restored', () => {
    const bound = { ...written };
    giveUp(bound);
    expect(decide(bound, 'mine', 'Lyon')).toBe('leave');
    expect(decide(bound, 'mine', undefined)).toBe('restore');
  });
});
