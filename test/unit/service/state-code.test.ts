import { describe, expect, it } from 'vitest';
import table from '../../../src/service/geo/subdivisions.generated.json' with { type: 'json' };
import { exactKey, looseKey, stateCodeOf } from '../../../src/service/geo/state-code.ts';

describe('stateCodeOf', () => {
  it.each<[string, Readonly<Record<string, string>>]>([
    ['US', { California: 'CA', 'District of Columbia': 'DC' }],
    ['CA', { Quebec: 'QC' }],
    ['GB', { England: 'ENG' }],
    ['DE', { 'Baden-Wurttemberg': 'BW', 'State of Berlin': 'BE', 'City state Bremen': 'HB' }],
    ['DE', { 'Free and Hanseatic City of Hamburg': 'HH' }],
    ['FR', { 'Ile-de-France': 'IDF', 'Rhone-Alpes': 'ARA', 'Auvergne-Rhone-Alpes': 'ARA', 'New Aquitaine': 'NAQ' }],
    ['FR', { Provence: 'PAC', Corsica: '20R' }],
    ['ES', { Madrid: 'MD', Valencia: 'VC', 'Castille and Leon': 'CL', 'Castille-La Mancha': 'CM', Catalonia: 'CT' }],
    ['IT', { 'The Marches': '57', Lazio: '62' }],
    ['PT', { Lisbon: '11' }],
    ['CH', { 'Saint Gall': 'SG', Zurich: 'ZH' }],
    ['AT', { Vienna: '9' }],
    ['BE', { Flanders: 'VLG' }],
    ['NL', { 'North Holland': 'NH' }],
    ['GR', { Attica: 'I' }],
    ['CZ', { 'Hlavni mesto Praha': '10', 'Jihocesky kraj': '31' }],
    ['PL', { 'Kujawsko-Pomorskie': '04' }],
    ['RO', { Bucuresti: 'B' }],
    ['LT', { Vilnius: 'VL' }],
    ['NO', { Akershus: '32', Trondelag: '50' }],
    ['RU', { 'St.-Petersburg': 'SPE', Tatarstan: 'TA', Bashkortostan: 'BA' }],
    ['UA', { Odesa: '51', Dnipropetrovsk: '12' }],
    ['TR', { Istanbul: '34' }],
    ['IR', { Tehran: '23', Fars: '07' }],
    ['IN', { Telangana: 'TS', 'National Capital Territory of Delhi': 'DL' }],
    ['CN', { Shaanxi: 'SN', Shanxi: 'SX' }],
    ['JP', { Tokyo: '13' }],
    ['KR', { 'Gyeonggi-do': '41', 'Jeollanam-do': '46' }],
    ['VN', { 'Ho Chi Minh City (HCMC)': 'SG' }],
    ['ID', { 'West Java': 'JB', Jakarta: 'JK' }],
    ['PH', { 'National Capital Region': '00' }],
    ['TW', { Taipei: 'TPE' }],
    ['AU', { 'New South Wales': 'NSW' }],
    ['NZ', { Auckland: 'AUK' }],
    ['MX', { Jalisco: 'JAL' }],
    ['BR', { 'Sao Paulo': 'SP' }],
    ['CO', { 'Bogota D.C.': 'DC' }],
    ['CL', { 'Santiago Metropolitan': 'RM' }],
    ['MA', { 'Rabat-Sale-Kenitra': '04', Oriental: '02' }],
    ['KE', { 'Nairobi County': '30' }],
    ['ZA', { Gauteng: 'GP' }],
    ['NG', { FCT: 'FC' }],
    ['CY', { Lemesos: '02' }],
    ['RU', { Moscow: 'MOW', 'Moscow Oblast': 'MOS' }],
    ['RU', { Altai: 'AL', 'Altay Kray': 'ALT' }],
    ['PE', { 'Lima Province': 'LMA', 'Lima region': 'LIM' }],
    ['HR', { 'City of Zagreb': '21', 'Zagreb County': '01' }],
    ['AR', { 'Buenos Aires F.D.': 'C', 'Buenos Aires': 'B' }],
    ['MX', { 'Mexico City': 'CMX', Mexico: 'MEX' }],
    ['BG', { 'Sofia-grad': '22', Sofia: '23' }],
    ['BY', { 'Minsk City': 'HM', Minsk: 'MI' }],
    ['UA', { 'Kyiv City': '30', Kyiv: '32' }],
    ['UZ', { Tashkent: 'TK', 'Tashkent Region': 'TO' }],
    ['KZ', { Almaty: '75', 'Almaty Region': '19' }],
    ['MZ', { 'Maputo City': 'MPM', 'Maputo Province': 'L' }],
    ['ID', { Riau: 'RI', 'Riau Islands': 'KR' }],
    ['TW', { 'Hsinchu City': 'HSZ', 'Hsinchu County': 'HSQ' }],
  ])('knows those of %s by their names: %j', (country, codes) => {
    const found = Object.keys(codes).map((name) => [name, stateCodeOf(country, name)]);
    expect(found).toEqual(Object.entries(codes));
  });

  it.each([
    ['CALIFORNIA', 'CA'],
    ['  california ', 'CA'],
    ['State of California', 'CA'],
    ['New  York', 'NY'],
    ['Hawaiʻi', 'HI'],
  ])('reads %j whatever its case, blanks and kind of place', (name, code) => {
    expect(stateCodeOf('US', name)).toBe(code);
  });

  it.each([
    ['RU', ['Moscow Governorate', 'Crimea']],
    ['TW', ['Taiwan']],
    ['HK', ['Kowloon', 'Central and Western']],
    ['MO', ['Our Lady of Carmo']],
    ['RE', ['Reunion']],
    ['RS', ['Central Serbia']],
    ['US', ['Region', '', 'Bavaria', 'constructor', '__proto__']],
    ['XX', ['California']],
    ['__proto__', ['constructor']],
    ['constructor', ['name']],
  ])('guesses no code in %s for %j', (country, names) => {
    expect(names.filter((name) => stateCodeOf(country, name) !== undefined)).toEqual([]);
  });
});

describe('the table of subdivisions', () => {
  it.each(Object.entries(table))('has ISO codes and normalised names for %s', (country, codes) => {
    expect(country).toMatch(/^[A-Z]{2}$/);
    for (const [key, code] of Object.entries(codes)) {
      expect(code).toMatch(/^[A-Z0-9]{1,3}$/);
      expect(key.startsWith('=') ? exactKey(key) : looseKey(key)).toBe(key);
    }
  });

  it('has nothing for the territories of China, which are countries here', () => {
    expect(Object.values(table.CN).filter((code) => ['HK', 'MO', 'TW'].includes(code))).toEqual([]);
    expect(Object.keys(table)).not.toContain('HK');
  });
});
