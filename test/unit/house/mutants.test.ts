import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { guards } from '../../../scripts/mutants/guards.ts';
import { compare, onOneLine, parseListedSurvivors, readReport } from '../../../scripts/mutants/report.ts';

const listed = parseListedSurvivors(readFileSync('scripts/mutants/survivors.json', 'utf8'));

describe('the list of mutants that survive', () => {
  it.each(listed)('names what stands in $file: $code', ({ file, code, replacement, reason }) => {
    expect(guards.flatMap(({ files }) => files)).toContain(file);
    expect(onOneLine(readFileSync(file, 'utf8'))).toContain(code);
    expect(replacement).not.toBe(code);
    expect(reason).toMatch(/^[A-Z].{15,}\.$/);
  });

  it.each(guards.flatMap(({ files, tests }) => [...files, ...tests]))('goes with a file that is there: %s', (file) =>
    expect(existsSync(file)).toBe(true),
  );
});

const source = "const a = 'x';\nif (a ||\n  b) c();\n";
const report = (...mutants: object[]) => ({ files: { 'src/a.ts': { source, mutants } } });
const text = { location: { start: { line: 1, column: 11 }, end: { line: 1, column: 14 } }, replacement: '""' };
const condition = { location: { start: { line: 2, column: 5 }, end: { line: 3, column: 4 } }, replacement: 'a\n&& b' };

describe('a report of Stryker', () => {
  it('tells which mutants survived and which nothing covers, by what stands there', () => {
    const { mutants, survivors } = readReport(
      report(
        { ...text, status: 'Survived' },
        { ...condition, status: 'NoCoverage' },
        { ...text, status: 'Killed' },
        { ...text, status: 'Timeout' },
      ),
    );
    expect(mutants).toBe(4);
    expect(survivors).toEqual([
      { file: 'src/a.ts', line: 1, code: "'x'", replacement: '""', isCovered: true },
      { file: 'src/a.ts', line: 2, code: 'a || b', replacement: 'a && b', isCovered: false },
    ]);
  });

  it.each(['RuntimeError', 'CompileError', 'Ignored', 'Pending'])(
    'is refused where a mutant was not tried: %s',
    (status) => expect(() => readReport(report({ ...text, status }))).toThrow(status),
  );

  it.each([undefined, {}, { files: { 'src/a.ts': {} } }])('is refused where it is none: %j', (value) =>
    expect(() => readReport(value)).toThrow('is missing'),
  );
});

describe('a survivor', () => {
  const one = { file: 'src/a.ts', code: "'x'", replacement: '""' };
  const entry = { ...one, reason: 'Nothing reads it.' };

  it('that is listed is explained', () => expect(compare([one], [entry])).toEqual({ unexplained: [], gone: [] }));
  it('that is not listed is told', () => expect(compare([one], [])).toEqual({ unexplained: [one], gone: [] }));
  it('that is listed and was killed is told', () =>
    expect(compare([], [entry])).toEqual({ unexplained: [], gone: [entry] }));
  it('wants an entry for each place', () =>
    expect(compare([one, one], [entry])).toEqual({ unexplained: [one], gone: [] }));
  it.each([{ file: 'src/b.ts' }, { code: "'y'" }, { replacement: '"y"' }])('is another one with %j', (difference) => {
    const other = { ...one, ...difference };
    expect(compare([other], [entry])).toEqual({ unexplained: [other], gone: [entry] });
  });
});
