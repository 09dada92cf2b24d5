import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readCases } from '../../proxy-conformance/case.ts';
import { promisesPage } from '../../proxy-conformance/promises-page.ts';

describe('docs/promises.md', () => {
  const page = promisesPage(readCases());

  it('is what npm run make -- promises writes', () => expect(readFileSync('docs/promises.md', 'utf8')).toBe(page));

  it('has every promise once', () => {
    for (const { promise } of readCases())
      expect(
        page
          .split('\n')
          .map((line) => line.replace(/ — differs: .*/, ''))
          .filter((line) => line === `- ${promise.replaceAll('<', '&lt;')}`),
        promise,
      ).toHaveLength(1);
  });

  it.each(readCases().slice(0, 1))(
    'names what a host does that cannot keep a promise, and nothing where all keep it',
    (row) => {
      const exceptions = { workerd: { because: 'It has none.', expect: { status: 200 } } };
      const differs = { ...row, promise: 'a', steps: row.steps.map((step) => ({ ...step, exceptions })) };
      expect(promisesPage([differs])).toContain('- a — differs: Workers (1)\n\n1. Workers: It has none.\n');
      expect(promisesPage([row])).not.toContain('differs: ');
    },
  );
});
