import { afterEach, describe, expect, it } from 'vitest';
import { fieldNames, fields } from '../../../src/record/fields.ts';
import { maxStringLength, parseField, parseRecord } from '../../../src/record/record.ts';

const examples: Record<string, unknown> = Object.fromEntries(fieldNames.map((name) => [name, fields[name].example]));

describe('a record is read from', () => {
  it('JSON with every field, as it is', () => {
    expect({ ...parseRecord(examples) }).toEqual(examples);
  });

  it('an empty object: nothing is known, and that is a record', () => {
    expect(parseRecord({})).toEqual({});
  });

  it('nothing else', () => {
    const others = [undefined, null, '', 'FR', 42, true, [], [examples], Symbol('x'), () => examples];
    expect(others.filter((value) => parseRecord(value) !== undefined)).toEqual([]);
  });
});

describe('of a field', () => {
  it.each([
    ['countryCode', 33],
    ['countryCode', ['FR']],
    ['city', { name: 'Lyon' }],
    ['currencyCode', true],
    ['latitude', 45.7],
    ['isEU', 'yes'],
    ['isEU', 1],
    ['isMobile', {}],
    ['ASN', '12322'],
    ['ASN', 1.5],
    ['ASN', Number.NaN],
    ['callingCode', Number.POSITIVE_INFINITY],
    ['callingCode', 2 ** 53],
  ] as const)('%s, %o is of the wrong type: dropped, and the others stay', (name, value) => {
    expect(parseField(name, value)).toBeUndefined();
    expect({ ...parseRecord({ ...examples, [name]: value }) }).toEqual({ ...examples, [name]: undefined });
  });

  it.each([null, undefined, '', '   ', '\n\t'])('%j says that it is not known, which is no mistake', (blank) => {
    expect(parseField('city', blank)).toBe('');
    expect(parseRecord({ city: blank })).toEqual({});
  });

  it.each(['XX', 'ZZ', 'T1', 'A1', 'EU', 'AP', 'GBR', 'F'])('countryCode, %s is no country: dropped', (countryCode) => {
    expect(parseRecord({ countryCode, city: 'Lyon' })).toEqual({ city: 'Lyon' });
  });

  it('countryCode, the case does not matter', () => {
    expect(parseRecord({ countryCode: ' fr ' })?.countryCode).toBe('FR');
  });

  it('false and zero are kept', () => {
    expect({ ...parseRecord({ isEU: false, ASN: 0 }) }).toEqual({ isEU: false, ASN: 0 });
  });

  it('blanks around a text are cut off, and a long one is cut short', () => {
    expect(parseRecord({ city: '  Lyon\n' })?.city).toBe('Lyon');
    for (const length of [100_000, maxStringLength])
      expect(parseRecord({ city: 'x'.repeat(length) })?.city).toHaveLength(maxStringLength);
  });
});

describe('whatever else an answer holds is ignored:', () => {
  it('unknown names, also those that every object has', () => {
    const parsed = parseRecord(
      JSON.parse('{"countryCode":"FR","future":1,"constructor":"x","toString":"y","hasOwnProperty":"z","then":"w"}'),
    );
    expect({ ...parsed }).toEqual({ countryCode: 'FR' });
  });

  it('a __proto__, which changes neither the record nor any object', () => {
    const parsed = parseRecord(JSON.parse('{"city":"Lyon","__proto__":{"countryCode":"XX","polluted":true}}'));
    expect({ ...parsed }).toEqual({ city: 'Lyon' });
    expect(parsed?.countryCode).toBeUndefined();
    expect({}).not.toHaveProperty('polluted');
  });

  it('inherited values', () => {
    expect(parseRecord(Object.create(examples))).toEqual({});
  });

  it('getters, which are not run', () => {
    const trap = {
      get countryCode(): string {
        throw new Error('run');
      },
    };
    expect(parseRecord(trap)).toEqual({});
  });

  it('the earlier of two values for one name', () => {
    expect(parseRecord(JSON.parse('{"city":"Paris","city":"Lyon"}'))?.city).toBe('Lyon');
  });
});

describe('on a page that has changed Object.prototype', () => {
  afterEach(() => {
    Reflect.deleteProperty(Object.prototype, 'countryCode');
  });

  it('a record has no prototype, so that nothing can come from there', () => {
    Object.assign(Object.prototype, { countryCode: 'XX' });
    const parsed = parseRecord({ city: 'Lyon' });
    expect(Object.getPrototypeOf(parsed)).toBeNull();
    expect(parsed?.countryCode).toBeUndefined();
  });
});
