import { existsSync, readFileSync } from 'node:fs';
import { benches } from '../../bench/benches.ts';
import { suites } from '../../test/suites.ts';
import { makers } from '../makers.ts';
import { texts } from './files.ts';

/** Commands that a text names, and that there are not. */
export function checkCommands(): readonly string[] {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Readonly<Record<string, string>> };
  return [
    ...unknown(/npm run (?:--silent )?([a-z][\w:-]*)/g, scripts, 'package.json has no script'),
    ...unknown(/npm run make -- ([a-z][\w-]*)/g, makers, 'scripts/makers.ts cannot make'),
    ...unknown(/npm test (?:--silent )?-- ([a-z][\w-]*)/g, suites, 'test/suites.ts has no suite'),
    ...Object.entries({ ...suites, ...makers, ...benches })
      .filter(([, { file }]) => !existsSync(file))
      .map(([name, { file }]) => `${name}: there is no ${file}`),
  ];
}

/** Examples, and packages in tests, have scripts of their own. */
function unknown(pattern: RegExp, known: object, message: string): readonly string[] {
  return texts
    .filter(({ path }) => !/^examples\/|\/package\.json$|^test\/package\//.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(pattern)]
        .map(([, name = '']) => name)
        .filter((name) => !Object.hasOwn(known, name))
        .map((name) => `${path}: ${message} ${name}`),
    );
}
