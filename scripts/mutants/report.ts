/** One way in which a file was changed. */
export interface Mutant {
  readonly file: string;
  /** What the file says. */
  readonly code: string;
  /** What stood there instead. */
  readonly replacement: string;
}

/** A mutant that no test can detect, and why. */
export interface ListedSurvivor extends Mutant {
  readonly reason: string;
}

interface Survivor extends Mutant {
  readonly line: number;
  readonly isCovered: boolean;
}

export interface Result {
  readonly mutants: number;
  readonly survivors: readonly Survivor[];
}

/**
 * @param report Stryker's JSON report.
 * @see
 *   https://github.com/stryker-mutator/mutation-testing-elements/blob/master/packages/report-schema/src/mutation-testing-report-schema.json
 * @throws where it is not one.
 */
export function readReport(report: unknown): Result {
  const survivors: Survivor[] = [];
  let mutants = 0;
  for (const [file, entry] of Object.entries(objectIn(report, 'files'))) {
    const lines = textIn(entry, 'source').split('\n');
    for (const mutant of listIn(entry, 'mutants')) {
      const status = textIn(mutant, 'status');
      mutants++;
      if (status === 'Killed' || status === 'Timeout') continue;
      if (status !== 'Survived' && status !== 'NoCoverage') throw new Error(`${file}: a mutant ended as ${status}`);
      const location = objectIn(mutant, 'location');
      const [start, end] = [positionIn(location, 'start'), positionIn(location, 'end')];
      survivors.push({
        file,
        code: textBetween(lines, start, end),
        replacement: onOneLine(textIn(mutant, 'replacement')),
        line: start.line,
        isCovered: status === 'Survived',
      });
    }
  }
  return { mutants, survivors };
}

/** A mutant that has not run yet, and the characters of the file that it replaces. */
export interface Change extends Mutant {
  readonly line: number;
  readonly from: number;
  readonly to: number;
}

/**
 * @param instrumented What Stryker's instrumenter makes of the files. It counts lines and columns from 0.
 * @throws where it is not that.
 */
export function readChanges(instrumented: unknown, files: readonly { name: string; content: string }[]): Change[] {
  return listIn(instrumented, 'mutants').map((mutant) => {
    const file = textIn(mutant, 'fileName');
    const text = files.find(({ name }) => name === file)?.content ?? '';
    const lines = text.split('\n');
    const location = objectIn(mutant, 'location');
    const [start, end] = [positionIn(location, 'start'), positionIn(location, 'end')];
    const offsetOf = ({ line, column }: Position) => [...lines.slice(0, line), ''].join('\n').length + column;
    const [from, to] = [offsetOf(start), offsetOf(end)];
    const replacement = textIn(mutant, 'replacement');
    return { file, line: start.line + 1, from, to, code: onOneLine(text.slice(from, to)), replacement };
  });
}

/** Each entry of the list is one mutant: the same change in two places of a file needs two entries. */
export function compare<T extends Mutant>(
  survivors: readonly T[],
  listed: readonly ListedSurvivor[],
): { readonly unexplained: readonly T[]; readonly gone: readonly ListedSurvivor[] } {
  const gone = [...listed];
  const unexplained = survivors.filter((survivor) => {
    const index = gone.findIndex((entry) => keyOf(entry) === keyOf(survivor));
    if (index >= 0) gone.splice(index, 1);
    return index < 0;
  });
  return { unexplained, gone };
}

export function parseListedSurvivors(text: string): readonly ListedSurvivor[] {
  const list: unknown = JSON.parse(text);
  if (!Array.isArray(list)) throw new Error('The list of survivors is not an array.');
  return list.map((entry) => ({
    file: textIn(entry, 'file'),
    code: textIn(entry, 'code'),
    replacement: textIn(entry, 'replacement'),
    reason: textIn(entry, 'reason'),
  }));
}

export function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}

function keyOf({ file, code, replacement }: Mutant): string {
  return JSON.stringify([file, code, replacement]);
}

interface Position {
  readonly line: number;
  readonly column: number;
}

function positionIn(location: object, name: string): Position {
  const position = objectIn(location, name);
  return { line: Number(valueIn(position, 'line')), column: Number(valueIn(position, 'column')) };
}

/** Lines and columns count from 1. */
function textBetween(lines: readonly string[], start: Position, end: Position): string {
  const text = lines.slice(start.line - 1, end.line);
  text.push((text.pop() ?? '').slice(0, end.column - 1));
  return onOneLine(text.join('\n').slice(start.column - 1));
}

function valueIn(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function objectIn(value: unknown, name: string): object {
  const found = valueIn(value, name);
  if (typeof found !== 'object' || found === null) throw new Error(`"${name}" is missing`);
  return found;
}

function listIn(value: unknown, name: string): readonly unknown[] {
  const found = valueIn(value, name);
  if (!Array.isArray(found)) throw new Error(`"${name}" is missing`);
  return found;
}

function textIn(value: unknown, name: string): string {
  const found = valueIn(value, name);
  if (typeof found !== 'string') throw new Error(`"${name}" is missing`);
  return found;
}
