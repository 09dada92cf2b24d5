import { readFileSync } from 'node:fs';

export interface Instruction {
  /** Such as `RUN`. */
  readonly name: string;
  readonly text: string;
}

export interface Stage {
  readonly name: string;
  /** Another stage, or an image. */
  readonly from: string;
  readonly instructions: readonly Instruction[];
}

/** Reads the stages of a container file. https://docs.docker.com/reference/dockerfile/ */
export function readContainerfile(path: string): readonly Stage[] {
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const instructions = lines.map((line) => {
    const [, name = '', text = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    if (name === '' || text.endsWith('\\')) throw new Error(`Not understood: ${line}`);
    return { name, text };
  });
  const starts = instructions.flatMap(({ name }, index) => (name === 'FROM' ? [index] : []));
  return starts.map((start, index) => {
    const [, from = '', name = ''] = /^(\S+) AS (\S+)$/.exec(instructions[start]?.text ?? '') ?? [];
    return { name, from, instructions: instructions.slice(start + 1, starts[index + 1]) };
  });
}

/** `A=1 B=2`, without quotes. */
export function readPairs(text: string): Record<string, string> {
  return Object.fromEntries(
    text.split(' ').map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  );
}

/** The exec form of a command. */
export function readCommand(text: string): readonly string[] {
  const parsed: unknown = JSON.parse(text);
  if (!Array.isArray(parsed) || !parsed.every((part) => typeof part === 'string'))
    throw new Error(`No command: ${text}`);
  return parsed;
}

/**
 * Whether a path is left out of what is sent to a build: the last line that matches it, or a folder above it, decides.
 */
export function readIgnored(path: string): (file: string) => boolean {
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const rules = lines.map((line) => ({ isBack: line.startsWith('!'), pattern: toPattern(line.replace(/^!/, '')) }));
  return (file) => !(rules.findLast(({ pattern }) => pattern.test(file))?.isBack ?? true);
}

function toPattern(glob: string): RegExp {
  const parts = glob
    .split('/')
    .map((part) =>
      part === '**' ? '.*' : part.replaceAll(/[.+^$()|[\]{}\\]/g, String.raw`\$&`).replaceAll('*', '[^/]*'),
    );
  // `**/` stands for no folder, too.
  return new RegExp(`^${parts.join('/').replaceAll('.*/', '(?:.*/)?')}(?:/.*)?$`);
}
