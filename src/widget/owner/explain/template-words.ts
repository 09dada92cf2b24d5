import { fillTemplate, type Purpose, type Template } from '../../../rules/text/template.ts';
import { type Known, withoutLacks } from './known.ts';
import { whyUnknown } from './why-unknown.ts';

export interface ExplainedTemplate {
  /** What it comes to; undefined where the page stays as written. */
  readonly text: string | undefined;
  /** One line for each placeholder: `{city} → Lyon`. */
  readonly lines: readonly string[];
}

/** @param template undefined for one that cannot be used. */
export function explainTemplate(
  template: Template | undefined,
  purpose: Purpose,
  locale: string,
  known: Known,
): ExplainedTemplate {
  if (!template)
    return {
      text: undefined,
      lines: ['unusable-template: it has no placeholder, a brace alone, or a name that no field has'],
    };
  if (!known.facts?.record) return { text: undefined, lines: [`not filled in: ${known.missing}`] };
  const facts = withoutLacks(known.facts);
  const lines = template.flatMap((part) => {
    if (typeof part === 'string') return [];
    const { word, field, alternative } = part;
    const value = fillTemplate([{ ...part, alternative: undefined }], facts, purpose, locale);
    if (value !== undefined) return [`{${word}} → ${value}`];
    const outcome =
      alternative === undefined
        ? 'missing, and it has no alternative, so the text stays as written'
        : `its alternative "${alternative}"`;
    return [`{${word}} → ${outcome}; ${whyUnknown(field, known)}`];
  });
  return { text: fillTemplate(template, facts, purpose, locale), lines };
}
