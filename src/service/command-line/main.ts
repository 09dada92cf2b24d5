#!/usr/bin/env node
/** `npx geolet-service <command>`. */
import { hasRequiredNode } from '../../http/required-node.ts';

// Without `await`, which an old Node does not know here.
if (hasRequiredNode()) void import('./run-program.ts');
