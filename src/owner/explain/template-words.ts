import type { Template } from '../../rules/text/template.ts';
import { textFor, type Traced, wasAsked } from '../trace-page.ts';
import type { Snapshot } from './snapshot.ts';
import { whyUnknown } from './why-unknown.ts';

/**
 * One line for each placeholder: `{city} → Lyon`. Those behind a missing one are not asked.
 *
 * @param template undefined for one that cannot be used.
 */
export function explainTemplate(template: Template | undefined, traced: Traced<unknown>, snapshot: Snapshot): string[] {
  if (!template) return ['unusable-template: it has no placeholder, a brace alone, or a name that no field has'];
  if (!snapshot.facts?.record) return [`not filled in: ${snapshot.missing}`];
  return template.flatMap((part) => {
    if (typeof part === 'string' || !wasAsked(traced, part)) return [];
    const { word, field, alternative } = part;
    const text = textFor(traced, part);
    if (text) return [`{${word}} → ${text}`];
    const outcome =
      alternative === undefined
        ? 'missing, and it has no alternative, so the text stays as written'
        : `its alternative "${alternative}"`;
    // What a delivery lacks is said of its plan.
    const why = word.startsWith('delivery-') ? '' : `; ${whyUnknown(field, snapshot)}`;
    return [`{${word}} → ${outcome}${why}`];
  });
}
