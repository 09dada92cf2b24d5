/** Imported before everything else by what owners' own programs import: it says the reason in place of a later error. */
import { nodeProblem } from './required-node.ts';

// Workers have no `process`.
const problem = typeof process === 'undefined' ? undefined : nodeProblem(process.versions?.node);
if (problem !== undefined) throw new Error(problem);
