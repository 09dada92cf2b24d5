import * as module from 'node:module';
import { load } from './typescript-hooks.mjs';

/**
 * For `node --import`. Newer Node has hooks on the thread of the program, and older Node on another:
 * https://nodejs.org/api/module.html#customization-hooks.
 */
if (module.registerHooks) module.registerHooks({ load });
else module.register('./typescript-hooks.mjs', import.meta.url);
process.setSourceMapsEnabled(true);
