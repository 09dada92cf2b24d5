import { expect, it } from 'vitest';
import { addressHeaderKinds } from './kinds/address-headers.ts';
import { databaseKinds } from './kinds/databases.ts';
import { doctorKinds } from './kinds/doctor.ts';
import { headerKinds } from './kinds/headers.ts';
import { pageKinds } from './kinds/pages.ts';
import { pairKinds } from './kinds/pairs.ts';
import { ruleKinds } from './kinds/rules.ts';
import { greatestExponent, measureGrowth } from './measure-growth.ts';

const kinds = [
  ...addressHeaderKinds,
  ...headerKinds,
  ...ruleKinds,
  ...databaseKinds,
  ...doctorKinds,
  ...pageKinds,
  ...pairKinds,
];

it.each(kinds.map((kind) => [kind.name, kind] as const))('%s: takes no more than its size', async (_name, kind) => {
  const { exponent, timesMs } = await measureGrowth(kind.prepare, kind.largest);
  const told = timesMs.map((time) => time.toFixed(1)).join(', ');
  expect(exponent, `${told} ms at n, 2n, 4n and 8n`).toBeLessThanOrEqual(greatestExponent);
});
