import { existsSync, readFileSync } from 'node:fs';
import { groups, groupsWithTests } from '../mutants/guards.ts';
import { onOneLine, parseListedSurvivors } from '../mutants/report.ts';

/** Mutants that are said to survive in code that is gone, and guards without tests. */
export function checkGuards(): readonly string[] {
  const guarding = new Set(groups.flatMap(({ files }) => files));
  return [
    ...parseListedSurvivors(readFileSync('scripts/mutants/survivors.json', 'utf8'))
      .filter(({ file, code }) => !guarding.has(file) || !onOneLine(readFileSync(file, 'utf8')).includes(code))
      .map(({ file, code }) => `scripts/mutants/survivors.json: ${file} does not guard, or has no ${code}`),
    ...groups
      .filter(({ tests }) => tests.length === 0 || !tests.every((file) => existsSync(file)))
      .map(({ name }) => `scripts/mutants/guards.ts: the group ${name} needs tests that are there`),
    ...groupsWithTests
      .filter((name) => !groups.some((group) => group.name === name))
      .map((name) => `scripts/mutants/guards.ts: nothing guards as ${name}`),
  ];
}
