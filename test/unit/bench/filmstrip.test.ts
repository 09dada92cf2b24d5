import { expect, it } from 'vitest';
import { type Film, filmSheet } from '../../../bench/page/filmstrip/sheet.ts';

const frame = (atMs: number, state: 'blank' | 'written' | 'right', picture: string): Film['frames'][number] => ({
  atMs,
  state,
  picture,
});

it('every look shows the frame that was painted last, and the label when each state was seen first', () => {
  const film: Film = {
    frames: [
      frame(0, 'blank', 'nothing'),
      frame(610, 'written', 'half'),
      frame(640, 'written', 'whole'),
      frame(1000, 'right', 'done'),
      frame(1040, 'right', 'idle'),
    ],
  };
  const sheet = filmSheet([{ title: 'Other', what: 'swaps', first: film, repeat: film }], {
    roundTripMs: 150,
    slowdown: 4,
  });
  expect([...sheet.matchAll(/base64,(\w+)/g)].map(([, picture]) => picture)).toEqual([
    ...Array<string>(4).fill('whole'),
    'done',
    ...Array<string>(4).fill('whole'),
    'done',
  ]);
  expect(sheet).toContain('painted 0.61 s, right 1.00 s');
});
