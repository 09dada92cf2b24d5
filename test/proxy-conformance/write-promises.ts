/** `npm run make -- promises`: writes docs/promises.md. */
import { writeFileSync } from 'node:fs';
import { readCases } from './case.ts';
import { promisesPage } from './promises-page.ts';

writeFileSync('docs/promises.md', promisesPage(readCases()));
