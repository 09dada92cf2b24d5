import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { runTypeScript } from '../../support/run-typescript.ts';
import { temporaryDirectory } from '../service/running-service.ts';

const run = promisify(execFile);

/** Each has a text of its own, so that none is in the cache. */
function program(source: string): string {
  const folder = temporaryDirectory();
  writeFileSync(join(folder, 'package.json'), '{"type":"module","name":"the data"}');
  writeFileSync(join(folder, 'types.ts'), 'export interface Named {\n  readonly name: string;\n}\n');
  writeFileSync(join(folder, 'program.ts'), `// ${folder}\n${source}`);
  return join(folder, 'program.ts');
}

it('starts programs from TypeScript with types and data, also many at once that find nothing in the cache', async () => {
  const path = program(`import data from './package.json';
import type { Named } from './types.ts';
const { name }: Named = data;
console.log(name satisfies string);
`);
  const started = await Promise.all([1, 2, 3, 4].map(() => run(process.execPath, [...runTypeScript, path])));
  expect(started.map(({ stdout, stderr }) => stdout + stderr)).toEqual(Array(4).fill('the data\n'));
});

it('an error names the line of the source', async () => {
  const path = program('interface Removed {\n  name: string;\n}\nthrow new Error("on line 5" as string);\n');
  await expect(run(process.execPath, [...runTypeScript, path])).rejects.toThrow(/program\.ts:5\b/);
});
