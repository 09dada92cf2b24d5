import { attempt } from '../../rules/attempt.ts';
import { native } from '../../widget/dom/native.ts';
import { firstPlace } from './things/block-parts.ts';
import { isThing } from './things/things.ts';
import type { Core } from '../../widget/api/core.ts';
import { type Audience, conditionsOf } from './audience.ts';
import type { PageChange } from './changes.ts';
import { conditionsOfPages, describePages } from './pages.ts';
import { unknownIn } from './check-change.ts';
import type { PickerPlace } from '../../widget/api/owner-tools.ts';
import { continentOf, type Places } from './places.ts';

/** Whether the visitor that the page is shown to sees a change. */
export interface Seen {
  readonly words: string;
  /** Somebody who sees it, to show the page as. */
  readonly visitor?: { readonly name: string; readonly show: () => void } | undefined;
}

export function seenBy(
  change: PageChange,
  target: Element | undefined,
  { core, place, places }: { readonly core: Core; readonly place: PickerPlace; readonly places: Places },
): Seen {
  const { audience } = change;
  const { facts } = core.visitor;
  const as = `You see the page as ${place.viewer() || 'yourself'}`;
  const conditions = change.what === 'currency' ? [] : conditionsOf(audience);
  const holds = (text: string) => !!facts && core.rules.answer(core.conditionOf(text), facts) === true;
  if (!conditionsOfPages(change.pages).every(holds))
    return { words: `This change shows ${describePages(change.pages)}, not here.` };
  if (conditions.length > 0 && !conditions.some(holds)) {
    const visitor = somebodyOf(audience, places);
    return {
      words: `${as}: this change does not show.`,
      visitor: visitor === undefined ? undefined : { name: places.nameOf(visitor), show: () => place.viewAs(visitor) },
    };
  }
  const unknown = target && unknownIn(change, target, core);
  if (unknown?.startsWith('delivery-'))
    return {
      words: `${as}, for whom the delivery plan gives no date: this change does not show. Give the plan a row for them, or write words for that case, such as {${unknown}|soon}.`,
    };
  if (unknown !== undefined)
    return {
      words: `${as}, of whom {${unknown}} is not known: this change does not show. Write words for that case, such as {${unknown}|your words}.`,
    };
  const far = change.what === 'nearest' ? whereNoneIsNear(change, core, place) : undefined;
  if (far) return { words: `${as}, whose place on the map is not known: your own words show.`, ...far };
  const unseen = target && whyUnseen(change, target);
  if (unseen !== undefined) return { words: `${as}. ${unseen}` };
  return { words: conditions.length > 0 ? `${as}: this change shows.` : `${as}.` };
}

/** Of a visitor without coordinates: somebody near the first shop. */
function whereNoneIsNear({ needs }: PageChange, { visitor }: Core, place: PickerPlace): Partial<Seen> | undefined {
  const { countryCode, latitude } = visitor.facts?.record ?? {};
  if (latitude !== undefined) return undefined;
  const first = needs && firstPlace(needs);
  if (!first) return {};
  const words = [countryCode, `near: ${first.latitude},${first.longitude}`].filter(Boolean).join('; ');
  return { visitor: { name: `somebody near ${first.name}`, show: () => place.viewAs(words) } };
}

/** What can be seen of it on the page, which has more than rules. */
function whyUnseen(change: PageChange, target: Element): string | undefined {
  if (change.what === 'hide' || isThing(change.what)) return undefined;
  const own = native(target);
  if (own.getClientRects().length === 0) return 'Your page hides this element, so nobody sees the change.';
  return change.what === 'src' && target instanceof HTMLImageElement ? whyNoPicture(change.value, target) : undefined;
}

/** A picture shows what the browser has taken of its addresses, once it is there. */
function whyNoPicture(value: string, picture: HTMLImageElement): string | undefined {
  const { src, currentSrc, complete, naturalWidth, baseURI } = picture;
  // What a placeholder comes to, the rule has written.
  const wanted = /[{}]/.test(value) ? src : attempt(() => new URL(value.trim(), baseURI).href);
  if (src !== wanted || (complete && naturalWidth === 0))
    return `The picture ${value} does not load: look at its address. Visitors see the one that is in your page.`;
  if (!complete) return 'The picture is being fetched.';
  return currentSrc === wanted ? undefined : `The browser takes another file of this picture: ${currentSrc}.`;
}

/** Somebody who sees what is for this audience. Undefined: nobody can be named. */
function somebodyOf({ scope, places: codes }: Audience, places: Places): string | undefined {
  if (scope === 'only') return codes.map(places.visitorFrom).find(Boolean);
  if (scope === 'everybody') return undefined;
  // No group of ours has the first of them.
  return ['JP', 'US', 'BR', 'FR'].find(
    (code) => !codes.some((one) => one.startsWith(code) || one === continentOf(code)),
  );
}
