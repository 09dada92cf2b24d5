import { packedCountryFields } from '../record/packed-countries.ts';
import type { Core } from '../widget/api/core.ts';
import { type Chooser, createChooser } from '../widget/visitor/choose.ts';

/** With all countries in the chunk: the server of an app may answer only the endpoint. */
export default function startChooserWithAllCountries(core: Core): Chooser {
  return createChooser(core, async (code) => packedCountryFields(code));
}
