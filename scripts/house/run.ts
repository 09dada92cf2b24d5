/**
 * `npm run make -- house`: the rooms of `src` with their files and lines, and five walks through them: how many files one call
 * runs through. `-- --files` names these files. Build the widget first.
 */
import { drawRooms, roomsBelow } from './rooms.ts';
import { takeWalks } from './walks.ts';

const namesFiles = process.argv.includes('--files');

const rooms = roomsBelow('src');
for (const { name, files, lines, imports } of rooms)
  console.log(
    `${name.padEnd(14)}${String(files).padStart(4)} files ${String(lines).padStart(6)} lines  imports ${[...imports.keys()].join(', ') || 'nothing'}`,
  );
console.log(
  `${'in all'.padEnd(14)}${String(sum(rooms.map(({ files }) => files))).padStart(4)} files ${String(sum(rooms.map(({ lines }) => lines))).padStart(6)} lines\n`,
);
console.log(`${drawRooms(rooms)}\n`);

for (const { name, files } of await takeWalks()) {
  console.log(`${String(files.length).padStart(3)} files: ${name}`);
  if (namesFiles) for (const file of files) console.log(`           ${file}`);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((left, right) => left + right, 0);
}
