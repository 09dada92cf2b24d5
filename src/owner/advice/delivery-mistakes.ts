import { closest } from '../../record/closest.ts';
import type { Groups } from '../../rules/conditions/clause.ts';
import { groupNames } from '../../rules/conditions/groups.ts';
import { isDeliveryWord, isUsableTemplate } from '../../rules/delivery/delivery-text.ts';
import {
  isUnusable,
  mostDays,
  mostEntries,
  parseClosures,
  parsePlan,
  type UnusablePlan,
} from '../../rules/delivery/plan.ts';
import { jsonOf, planKeys, planNamed, readDelivery, type WrittenDelivery } from '../../rules/delivery/written-plan.ts';
import { meantContinent, meantCountry, meantGroup } from '../../rules/meant-words.ts';
import { weekdayNames } from '../../rules/time/calendar.ts';
import { deliveryNames } from '../../rules/delivery/words.ts';
import { namesIn } from '../../rules/text/words.ts';
import { zoneSentence } from './element-mistakes.ts';
import { shorten } from './source.ts';
import { didYouMean, either } from './suggestion.ts';

/** What the settings block says about delivery. */
export interface DeliverySettings {
  readonly delivery?: unknown;
  readonly closures?: unknown;
}

interface DeliveryMistake {
  /** The code of `geo-error`. Undefined: the page does not report it. */
  readonly code?: string;
  readonly words: string;
}

const ofBlock = 'of the settings block';

const stopSentence =
  'from here on, what the page says about delivery is not checked: the plans and closures of all its elements are too long together';

/**
 * Plans and closures may be long, and all elements of a page may name the same: of a page, so many characters of them are
 * read.
 */
const mostCharacters = 1_048_576;
const roomOf = new WeakMap<DeliverySettings, number>();
/** Of the elements with nothing but the name of a plan. */
const toldOf = new WeakMap<object, readonly DeliveryMistake[]>();

/** What a `<geo-delivery>` reports of itself, in words. */
export function deliveryMistakes(
  read: (name: string) => string | null,
  settings: DeliverySettings,
  groups: Groups | undefined,
): readonly DeliveryMistake[] {
  const name = read('plan');
  const plan = name === null ? undefined : planNamed(name, settings.delivery);
  const isShared = plan && groups && planKeys.every((key) => read(key) === null);
  const told = isShared ? toldOf.get(plan) : undefined;
  if (told) return told;
  const written = readDelivery(read, settings.delivery);
  const room = roomOf.get(settings) ?? mostCharacters;
  if (room < 0) return [];
  const left = room - jsonOf(written ?? null).length - jsonOf(settings.closures ?? null).length;
  roomOf.set(settings, left);
  if (left < 0) return [{ words: stopSentence }];
  const mistakes = lookAt(read, written, settings, groups);
  if (isShared) toldOf.set(plan, mistakes);
  return mistakes;
}

function lookAt(
  read: (name: string) => string | null,
  written: WrittenDelivery | undefined,
  settings: DeliverySettings,
  groups: Groups | undefined,
): readonly DeliveryMistake[] {
  const name = read('plan');
  if (!written) return [{ code: 'unusable-delivery', words: noPlanSentence(name ?? '', settings.delivery, 'plan') }];
  const names = [...(groups?.keys() ?? [])];
  /** What the element itself does not say, its plan does. */
  const inPlan = (key: string, words: string) =>
    name !== null && read(key) === null ? `the delivery plan "${name}" ${ofBlock}: ${words}` : words;
  const plan = parsePlan(written, groups);
  if (isUnusable(plan)) {
    const words = planSentence(plan, names, spellAttribute);
    return [{ code: 'unusable-delivery', words: inPlan(keyOf(plan), words) }];
  }
  const closures = parseClosures(settings.closures, groups);
  if (isUnusable(closures))
    return [{ code: 'unusable-delivery', words: `closures ${ofBlock}: ${closuresSentence(closures, names)}` }];
  return isUsableTemplate(written.template)
    ? []
    : [{ code: 'unusable-template', words: inPlan('template', templateSentence(written.template ?? '')) }];
}

/**
 * What is reported of placeholders such as `{delivery-to}`, in words.
 *
 * @param plan its name stands beside them. Null: none does.
 */
export function placeholderMistakes(
  words: readonly string[],
  plan: string | null,
  settings: DeliverySettings,
  groups: Groups | undefined,
): readonly DeliveryMistake[] {
  const [first] = words;
  if (first === undefined) return [];
  const code = 'unusable-template';
  if (plan === null)
    return [{ code, words: `{${first}} has no plan: write data-geo-delivery="standard" beside the binding` }];
  const unknown = words.filter((word) => !isDeliveryWord(word)).map((word) => ({ code, words: wordSentence(word) }));
  return [
    ...unknown,
    ...(planNamed(plan, settings.delivery)
      ? deliveryMistakes((key) => (key === 'plan' ? plan : null), settings, groups)
      : [{ code: 'unusable-delivery', words: noPlanSentence(plan, settings.delivery, 'data-geo-delivery') }]),
  ];
}

function wordSentence(word: string): string {
  const known = deliveryNames.map((name) => `delivery-${name}`);
  const meant = closest(word, known);
  return `{${word}} is no word of a delivery${either(inBraces(meant), `write one of ${known.map((one) => `{${one}}`).join(' ')}`)}`;
}

/** What in `delivery` and `closures` of the settings block cannot be used. */
export function deliverySettingMistakes(
  { delivery, closures }: DeliverySettings,
  groups: Groups | undefined,
): string[] {
  const names = [...(groups?.keys() ?? [])];
  const listed = parseClosures(closures, groups);
  return [
    ...plansIn(delivery).flatMap(([name, plan]) => planMistakes(name, plan, groups)),
    ...(isUnusable(listed) ? [`closures ${ofBlock}: ${closuresSentence(listed, names)}`] : []),
  ];
}

function plansIn(delivery: unknown): ReadonlyArray<readonly [string, unknown]> {
  return delivery === undefined ? [] : Object.entries(Object(delivery) as object);
}

/** A plan may lack what the elements that name it have. */
function planMistakes(name: string, plan: unknown, groups: Groups | undefined): string[] {
  const place = `the delivery plan "${name}" ${ofBlock}`;
  const example = `write "${name}": { "days": "FR: 1-2, *: 5-9", "timezone": "Europe/Lisbon" }`;
  if (typeof plan !== 'object' || !plan || Array.isArray(plan)) return [`${place} has no parts: ${example}`];
  const unknown = Object.keys(plan)
    .filter((key) => !planKeys.some((known) => known === key))
    .map(
      (key) =>
        `${place} has "${key}", which is not a part of a plan${either(closest(key.toLowerCase(), planKeys), `write ${planKeys.join(', ')}`)}`,
    );
  const noText = Object.entries(plan)
    .filter(([key, value]) => typeof value !== 'string' && !(key === 'closures' && Array.isArray(value)))
    .map(([key]) => `"${key}" of ${place} is no text: write it in double quotes`);
  if (noText.length) return [...unknown, ...noText];
  const written = readDelivery((key) => (key === 'plan' ? name : null), { [name]: plan });
  if (!written) return unknown;
  const whole = { ...written, days: written.days ?? '*: 1', timezone: written.timezone ?? 'UTC' };
  const parsed = parsePlan(whole, groups);
  const names = [...(groups?.keys() ?? [])];
  if (isUnusable(parsed)) return [...unknown, `${place}: ${planSentence(parsed, names, spellKey)}`];
  return isUsableTemplate(written.template)
    ? unknown
    : [...unknown, `${place}: ${templateSentence(written.template ?? '')}`];
}

type Spell = (name: string, value: string) => string;
const spellAttribute: Spell = (name, value) => `${name}="${value}"`;
const spellKey: Spell = (name, value) => `"${name}": "${value}"`;

/** Where the fault stands. */
function keyOf({ reason }: UnusablePlan): string {
  return reason === 'place' || reason === 'twice' || reason === 'many' ? 'days' : reason;
}

const daysExample = 'FR: 1-2, eu: 2-4, *: 5-9';

/** Why a plan cannot be used. @param groups the names of the owner's. */
function planSentence({ reason, text }: UnusablePlan, groups: readonly string[], spell: Spell): string {
  switch (reason) {
    case 'days':
      return daysSentence(text, spell);
    case 'place':
      return placeSentence(text, groups);
    case 'twice':
      return `days has two entries for ${text}: take one of them out`;
    case 'many':
      return `${text} has more than ${mostEntries} entries: take some out`;
    case 'cutoff':
      return `${spell('cutoff', text)} is not a time: write hours and minutes of the sender's clock, such as ${spell('cutoff', '14:00')}`;
    case 'timezone':
      return text
        ? zoneSentence(text)
        : `dates need the time zone of the sender: add it, such as ${spell('timezone', 'Europe/Lisbon')}`;
    case 'closures':
      return datesSentence(text);
    default:
      return weekSentence(reason, text, spell);
  }
}

/** `FR 1-2`, `FR: 1–2`, `FR: 2-1` and `FR: 1-2 days` are read by people. */
function daysSentence(text: string, spell: Spell): string {
  if (!text) return `there are no days: write them by place, such as ${spell('days', daysExample)}`;
  const [, places = '', least = '', most = least] =
    /^([^:=\d]*)(?:[:=][\s:=]*)?(\d{1,2})(?:\s*(?:-|–|—|to)\s*(\d{1,2}))?\D*$/i.exec(shorten(text)) ?? [];
  const [first, last] = [Number(least), Number(most)].sort((one, other) => one - other);
  const numbers = first === last ? `${first}` : `${first}-${last}`;
  const meant = least && Number(last) <= mostDays ? `${places.trim() || '*'}: ${numbers}` : undefined;
  return `"${shorten(text)}" in days is not places and a number of days${either(meant, `write it like ${spell('days', daysExample)}, with ${mostDays} days at most`)}`;
}

function placeSentence(place: string, groups: readonly string[]): string {
  if (groups.includes(place))
    return `the group "${place}" asks for more than a place: here use a group of country, state, continent, subregion and eu`;
  const country = /^[a-z]{2}$/.test(place) ? undefined : meantCountry(place);
  const meant = country ?? meantGroup(place, groups) ?? (meantContinent(place) === 'EU' ? 'eu' : undefined);
  return `there is no place "${place.toUpperCase()}"${either(meant, `write a country (FR), a state (US-HI), * for everybody, or one of ${[...groupNames, ...groups].join(' ')}`)}`;
}

/** `Monday to Friday` and `Mo-Fr`. */
function weekSentence(name: string, text: string, spell: Spell): string {
  const days = text
    .toLowerCase()
    .split(/[^a-z]+/)
    .map((word) => weekdayNames.find((day) => word.startsWith(day)));
  const separator = /\b(?:to|through)\b|[-–—]/i.test(text) ? '-' : ', ';
  const known = days.filter((day) => day !== undefined);
  const meant = known.length === 2 || separator === ', ' ? known.join(separator) : '';
  return `${spell(name, text)} is not days of the week${either(meant && spell(name, meant), `write them like ${spell(name, 'mon-fri')} or ${spell(name, 'mon, wed, fri')}`)}`;
}

function datesSentence(text: string): string {
  const [, year = '', end, otherYear = year, start] = /^(\d{4}-)?(\d\d-\d\d)\.\.(\d{4}-)?(\d\d-\d\d)$/.exec(text) ?? [];
  if (start && end && start < end && year === otherYear)
    return `"${text}" in closures ends before it begins; did you mean ${year}${start}..${end}?`;
  return `"${shorten(text)}" in closures is not a date: write 2026-12-24, 2026-12-24..26 for several days, or 12-25 for each year`;
}

function closuresSentence(unusable: UnusablePlan, groups: readonly string[]): string {
  const { reason, text } = unusable;
  if (reason === 'closures' && !text) return 'write { "FR": "2026-07-14, 12-25" }';
  return reason === 'place' ? placeSentence(text, groups) : planSentence(unusable, groups, spellKey);
}

function inBraces(name: string | undefined): string | undefined {
  return name && `{${name}}`;
}

function templateSentence(template: string): string {
  const unknown = namesIn(template)?.find((name) => !deliveryNames.includes(name.toLowerCase()));
  return unknown === undefined
    ? 'template has a brace without its other half: write {dates}'
    : `template has {${unknown}}, which is no word of a delivery${either(inBraces(closest(unknown.toLowerCase().replace(/^delivery-/, ''), deliveryNames)), `write one of ${deliveryNames.map((name) => `{${name}}`).join(' ')}`)}`;
}

function noPlanSentence(name: string, delivery: unknown, attribute: string): string {
  const names = plansIn(delivery).map(([known]) => known);
  const meant = closest(name, names);
  const cause = `the settings block has no delivery plan "${name}"`;
  return meant
    ? cause + didYouMean(meant, (known) => `${attribute}="${known}"`)
    : `${cause}: write it there, such as "delivery": { "${name || 'standard'}": { "days": "${daysExample}", "timezone": "Europe/Lisbon" } }`;
}
