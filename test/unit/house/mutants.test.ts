import { describe, expect, it } from 'vitest';
import { guardsIn } from '../../../scripts/mutants/find-guards.ts';
import { groups } from '../../../scripts/mutants/guards.ts';
import { compare, readReport } from '../../../scripts/mutants/report.ts';

describe('what guards', () => {
  it.each([
    ['sinks', 'src/rules/markup/sink.ts'],
    ['urls', 'src/rules/markup/evaluate.ts'],
    ['markup', 'src/pages/stream/ambiguity.ts'],
    ['markup', 'src/pages/stream/page-elements.ts'],
    ['embedded-records', 'src/pages/front/embedded-record.ts'],
    ['refusals', 'src/proxy/request/doctor-request.ts'],
  ])('is found: %s in %s', (name, file) => expect(groups.find((group) => group.name === name)?.files).toContain(file));

  it.each<[string, string, readonly object[]]>([
    ['a tag', '// @guard sinks\nexport const a = 1;\n', [{ group: 'sinks', file: 'a.ts' }]],
    [
      'two tags',
      '// @guard a\n// @guard b\n',
      [
        { group: 'a', file: 'a.ts' },
        { group: 'b', file: 'a.ts' },
      ],
    ],
    [
      'what is thrown, with its condition',
      'function f() {\n  const a = 1;\n  if (\n    a &&\n    b\n  )\n    throw new AmbiguousMarkup(\n      a,\n    );\n}\n',
      [{ group: 'markup', file: 'a.ts', range: '3:0-7:4' }],
    ],
    [
      'what is thrown in a block, over several lines',
      'if (a) {\n  b();\n  throw new ProxyError(\n    403,\n    `x`,\n  );\n}\n',
      [{ group: 'refusals', file: 'a.ts', range: '1:0-3:2' }],
    ],
    ['what is returned', 'x();\nif (a) return unsafe;\ny();\n', [{ group: 'urls', file: 'a.ts', range: '2:0-2:7' }]],
    [
      'what is returned for want of another',
      'return a ?? unsafe;\n',
      [{ group: 'urls', file: 'a.ts', range: '1:0-1:10' }],
    ],
    ['other errors', "throw new ProxyError(502, 'x');\nthrow new Error('401');\n", []],
    ['what is only told of', "// Throws AmbiguousMarkup.\nconst a = 'unsafe';\n * @guard sinks\n", []],
  ])('is known by a tag, or by what it throws and returns: %s', (_, text, guards) =>
    expect(guardsIn('a.ts', text)).toEqual(guards),
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
