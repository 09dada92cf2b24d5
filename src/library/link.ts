import { packedCountryFields } from '../record/packed-countries.ts';
import { statesOf } from '../record/states.ts';
import type { Core } from '../widget/api/core.ts';
import { takeLink } from '../widget/visitor/link-choice.ts';

/** With all countries in the chunk: the server of an app may answer only the endpoint. */
export default function startLinkWithAllCountries(core: Core): Promise<void> {
  return takeLink(core, async (code) => ({ fields: packedCountryFields(code) ?? {}, states: statesOf(code) }));
}
