import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Rooms whose output a terminal shows. */
const rooms = ['http', 'proxy', 'service', 'doctor', 'command-line'];

const files = rooms.flatMap((room) =>
  readdirSync(join('src', room), { recursive: true, encoding: 'utf8' })
    .map((name) => join('src', room, name).replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.ts') && !/node_modules|\.generated\.|\.d\.ts$|^src\/service\/lib\//.test(name)),
);

/** Prints a built file of ours, which is pasted and hashed byte for byte. */
const ownFile = 'src/command-line/snippet.ts';

/** Runs on a Node that can't read the file that prints. It prints a sentence of ours. */
const oldNode = 'src/http/required-node.ts';

it('only one file prints, and it makes text of others harmless', () => {
  const printing = files.filter((file) =>
    /\bconsole\s*\.|\bstd(?:out|err)\??\.write\b/.test(readFileSync(file, 'utf8')),
  );
  expect(printing.toSorted()).toEqual([ownFile, oldNode, 'src/http/terminal.ts'].toSorted());
  expect(readFileSync(ownFile, 'utf8').match(/\bconsole\.log\(/g)).toHaveLength(1);
});
