import { bindKeptRules } from '../features/kept-rules.ts';
import openElements from '../elements/define.ts?as-function';
import type { Core, PageRules } from '../api/core.ts';
import { loadGeolet } from './loader.ts';

/** Set by the build: the hash in the names of the files beside `geolet.js`. */
declare const __HASH__: string;

/**
 * `geolet.js`: all that a page shows in one file. Nothing of the elements or of lit runs before the page has a tag of
 * theirs; then they are defined before the browser paints. Rules that the last page has read hold until their file is
 * there.
 */
loadGeolet({
  elements: async () => ({ default: openElements() }),
  rules: async () => ({
    async default(core: Core): Promise<PageRules> {
      bindKeptRules(core);
      const file = (await import(
        /* @vite-ignore */ core.fileUrl(`geolet-rules.${__HASH__}.js`)
      )) as typeof import('../features/page-rules.ts');
      return file.default(core);
    },
  }),
});
