import openElements from '../elements/define.ts?as-function';
import { loadGeolet } from './loader.ts';

/**
 * `geolet.js`: all that a page shows in one file. Nothing of the elements or of lit runs before the page has a tag of
 * theirs; then they are defined before the browser paints.
 */
loadGeolet({ elements: async () => ({ default: openElements() }) });
