#!/usr/bin/env node
/** `npx geolet <command>`. */
import { hasRequiredNode } from '../http/required-node.ts';

// Without `await`, which an old Node does not know here.
if (hasRequiredNode()) void import('./commands.ts');
