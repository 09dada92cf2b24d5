/** `npm run make -- reference`: writes docs/elements.md. */
import { writeFileSync } from 'node:fs';
import { readElementDocs } from './element-docs.ts';
import { referencePage } from './reference-page.ts';

writeFileSync('docs/elements.md', referencePage(readElementDocs()));
