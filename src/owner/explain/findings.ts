import { findingsOn } from '../advice/findings.ts';
import { offerMistakesOn } from '../advice/offer-mistakes.ts';
import { askedConditions } from '../advice/asked-conditions.ts';
import type { Geolet } from '../../widget/api/api.ts';
import type { Core } from '../../widget/api/core.ts';
import { native } from '../../widget/dom/native.ts';
import { mostReported } from '../../widget/report.ts';
import { explainCondition } from './condition-words.ts';
import { hasState } from './element-state.ts';
import type { Finding } from '../../widget/api/owner-tools.ts';
import { findInLoading } from './loading.ts';
import { pageToRead } from './page-to-read.ts';
import { mistakesInRules } from './rule-words.ts';
import { findInTags } from './script-tags.ts';
import { blockMistakes } from '../advice/setting-mistakes.ts';
import { settingsBlock } from './settings-block.ts';
import { sourceOf } from './source.ts';
import { takeSnapshot } from './take-snapshot.ts';
import { previewWithoutCoordinates } from './why-unknown.ts';

/** Conditions whose answer is unknown for this visitor, with the reason. */
export function unknownConditions(core: Core, geolet: Geolet): string[] {
  const snapshot = takeSnapshot(core, geolet);
  if (!snapshot.facts?.record) return [];
  return askedConditions(pageToRead(core)).flatMap(({ source, entries }) => {
    const { answer, lines } = explainCondition(entries, snapshot);
    if (answer !== undefined) return [];
    const reasons = lines.filter((line) => line.includes('→ unknown')).join('; ');
    return [`${source}: ${reasons || 'it has no condition'}`];
  });
}

/** Mistakes not printed on the console that an owner would like to know. Each once, with how often. */
export function findMistakes(core: Core): readonly Finding[] {
  const found = [
    ...findingsOn(pageToRead(core)),
    ...offersWithoutReport(core),
    ...nearestWithoutCoordinates(core),
    ...[...findInTags(core), ...findInBlock(), ...findInRules(core), ...findInLoading(core), ...leftOut(core)].map(
      (words) => ({
        words,
      }),
    ),
  ];
  const first = new Map<string, Finding & { count: number }>();
  for (const finding of found) {
    const same = first.get(finding.words);
    if (same) same.count += 1;
    else first.set(finding.words, { ...finding, count: 1 });
  }
  return [...first.values()].map(({ words, count, ...where }) => ({
    words: count > 1 ? `${words} (${count} times)` : words,
    ...where,
  }));
}

function offersWithoutReport(core: Core): Finding[] {
  return [...offerMistakesOn(pageToRead(core))].flatMap(({ words, element, code }) =>
    code === undefined ? [{ words: `${sourceOf(element)}: ${words}`, element }] : [],
  );
}

function findInBlock(): string[] {
  const block = settingsBlock();
  return block ? blockMistakes(native(block).getAttribute('type'), block.text) : [];
}

/** What the page has not reported: of rules that find nothing here, too. */
function findInRules(core: Core): string[] {
  return mistakesInRules(core)
    .filter(({ code, detail }) => code === undefined || !core.reported.has(`${code}: ${detail}`))
    .map(({ words }) => words);
}

function nearestWithoutCoordinates({ geolet, visitor }: Core): Finding[] {
  const record = visitor.facts?.record;
  if (geolet.visitor?.source !== 'preview' || !record || record.latitude) return [];
  return [...native(document).querySelectorAll('geo-nearest')]
    .filter((element) => !hasState(element, 'located'))
    .map((element) => ({ words: `${sourceOf(element)}: ${previewWithoutCoordinates(record)}`, element }));
}

function leftOut({ reported }: Core): string[] {
  return reported.size < mostReported
    ? []
    : [`the page has made ${mostReported} different mistakes: those after them were left out`];
}
