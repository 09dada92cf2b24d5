import type { Geolet } from '../../widget/api/api.ts';
import type { Core } from '../../widget/api/core.ts';
import { wordsInAddress } from '../preview/address.ts';
import { createMark } from '../preview/mark.ts';
import { causeOf, type Reported } from '../../widget/report.ts';
import { errorWords } from './error-words.built.ts';
import type { Snapshot } from './snapshot.ts';
import { native } from '../../widget/dom/native.ts';
import { createServerClock } from '../../widget/elements/time/server-clock.ts';
import { ownerSetting } from '../../widget/money/estimates.ts';
import { hasPrivacySignal } from '../../widget/visitor/page-facts.ts';

/** What is known at this moment, and where it comes from. */
export function takeSnapshot(core: Core, geolet: Geolet): Snapshot {
  const { visitor } = geolet;
  const { facts } = core.visitor;
  const aheadMs = createServerClock(core)();
  return {
    facts: facts && {
      ...facts,
      page: { ...facts.page, now: Date.now() + aheadMs, aheadMs },
      priceBook: core.priceBook,
      hasRates: () => !!ownerSetting(core.block, 'rates'),
    },
    source: visitor?.source ?? 'none',
    age: visitor?.age ?? 0,
    missing: whyMissing(core, geolet),
    // A preview may be of a browser with the signal, or of one without.
    privacyControl: facts?.page.gpc ?? hasPrivacySignal(),
  };
}

/** The visitor that the page is previewed as, in words. Undefined without a preview. */
export function previewWords(core: Core): string | undefined {
  const { settings } = core;
  // A preview takes the consent away for as long as it lasts.
  if (settings.preview === 'off' || core.visitor.consented() || !native(document).querySelector('geo-preview'))
    return undefined;
  return wordsInAddress() ?? createMark(core.visitor).read();
}

/** The last failure of a lookup on this page. */
export function lastFailure(core: Core): Reported | undefined {
  return [...core.reported.values()].findLast(({ code }) => errorWords[code]?.aboutLookup);
}

function whyMissing(core: Core, { visitor }: Geolet): string {
  const { endpoint, timeoutMs } = core.settings;
  if (!core.visitor.facts && visitor) return 'geolet.destroy() has been called';
  const words = previewWords(core);
  if (words !== undefined) {
    const outcome = core.visitor.facts ? 'whose lookup has failed' : 'and waits as it would for them';
    return `the page is previewed as "${words}", ${outcome}`;
  }
  if (!core.visitor.consented()) return 'consent is required and has not been given; geolet.consent(true) gives it';
  if (!endpoint)
    return globalThis.geoletHeader
      ? "no header of the page's response names a country, and without data-endpoint nobody is asked"
      : 'there is no endpoint that could be asked';
  if (!core.visitor.facts && Reflect.get(native(document), 'prerendering') === true)
    return 'the page is prerendered, and asks when it is seen';
  const failure = lastFailure(core);
  if (!core.visitor.facts) return `geo-ready has not come yet; ${endpoint} is being asked, for ${timeoutMs} ms at most`;
  return failure ? `the lookup has failed, ${causeOf(failure)}` : 'no answer yet';
}
