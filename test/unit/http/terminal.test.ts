import { afterEach, describe, expect, it, vi } from 'vitest';
import { print, printable, printError, printThrown } from '../../../src/http/terminal.ts';

afterEach(() => void vi.restoreAllMocks());

describe('text of others', () => {
  it.each([
    ['\u001B[2J\u001B]0;title\u0007', String.raw`\u001b[2J\u001b]0;title\u0007`],
    ['\u009B31m', String.raw`\u009b31m`],
    ['a\nb\r\nc\td', String.raw`a\u000ab\u000d\u000ac\u0009d`],
    ['\u202Egpj.exe', String.raw`\u202egpj.exe`],
    ['\u2066a\u2069\u200F\u061C', String.raw`\u2066a\u2069\u200f\u061c`],
    ['a\u2028b\u2029c', String.raw`a\u2028b\u2029c`],
    ['\uFEFFa\u200Bb\u00ADc', String.raw`\ufeffa\u200bb\u00adc`],
    ['\u{E0041}', String.raw`\udb40\udc41`],
    ['\uD83D', String.raw`\ud83d`],
    ['\u007F\u0000', String.raw`\u007f\u0000`],
  ])('is shown with what a terminal would obey written out: %j', (text, shown) => {
    expect(printable(text)).toBe(shown);
    expect(printable(shown)).toBe(shown);
  });

  it.each(['Linköping', '東京', 'می‌خواهم', '👩‍👩‍👧', 'São Paulo — “x”', String.raw`C:\new`, '€49 ✓'])(
    'is shown as it is where there is nothing of that: %s',
    (text) => expect(printable(text)).toBe(text),
  );

  it('keeps its meaning as JSON', () => {
    const value = { city: '\u001B[2J\u202Ea\u2028\u009B\u{E0041}\uD83D\n' };
    expect(JSON.parse(printable(JSON.stringify(value)))).toEqual(value);
  });
});

describe('what commands print', () => {
  it('has the lines of the command, and nothing else that a terminal obeys', () => {
    const log = vi.spyOn(console, 'log').mockReturnValue();
    print('one\ntwo\u001B[2J\r');
    expect(log.mock.calls).toEqual([[String.raw`one` + '\n' + String.raw`two\u001b[2J\u000d`]]);
    const error = vi.spyOn(console, 'error').mockReturnValue();
    printError('%s one\n\u009Btwo');
    expect(error.mock.calls).toEqual([[`%s one\n${String.raw`\u009b`}two`]]);
  });

  it('has colours of the command only', () => {
    const log = vi.spyOn(console, 'log').mockReturnValue();
    print('✗ a\u001B[32mb\nc', (line) => (line.startsWith('✗') ? 31 : undefined));
    expect(log.mock.calls).toEqual([[`\u001B[31m✗ a${String.raw`\u001b`}[32mb\u001B[39m\nc`]]);
  });

  it.each([
    [new Error('a\u001B[2J'), /^Error: a\\u001b\[2J\n {4}at /],
    ['a\u001B[2J', /^a\\u001b\[2J$/],
  ])('is safe where it was thrown: %o', (thrown, said) => {
    const error = vi.spyOn(console, 'error').mockReturnValue();
    printThrown(thrown);
    expect(error.mock.calls[0]?.[0]).toMatch(said);
  });
});
