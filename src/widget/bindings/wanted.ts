import type { Facts } from '../../rules/facts.ts';
import { evaluate, unsafe } from '../../rules/markup/evaluate.ts';
import type { Report } from '../report.ts';
import type { CompiledBinding } from './bound-slot.ts';
import { native } from '../native.ts';

/** What a binding wants; undefined for "as written". Whole pages of elements share facts and language, so it is cached. */
export function wantedOf(
  compiled: CompiledBinding,
  facts: Facts,
  locale: string,
  report: Report,
): string | null | undefined {
  if (facts === compiled.facts && locale === compiled.locale) return compiled.wanted;
  compiled.facts = facts;
  compiled.locale = locale;
  compiled.wanted = undefined;
  const wanted = evaluate(compiled.binding, facts, locale, native(document).baseURI);
  if (wanted === unsafe) report('unsafe-binding', compiled.binding.source);
  else compiled.wanted = wanted;
  return compiled.wanted;
}
