import type { Facts } from '../../rules/facts.ts';
import { evaluate, unsafe } from '../../rules/markup/evaluate.ts';
import type { Report } from '../report.ts';
import type { CompiledBinding } from './bound-target.ts';
import { native } from '../dom/native.ts';

/** Evaluates a binding for other facts, or in another language, and caches what it wants. */
export function refreshWanted(compiled: CompiledBinding, facts: Facts, locale: string, report: Report): void {
  compiled.facts = facts;
  compiled.locale = locale;
  compiled.wanted = undefined;
  const wanted = evaluate(compiled.binding, facts, locale, native(document).baseURI);
  if (wanted === unsafe) report('unsafe-binding', compiled.binding.source);
  else compiled.wanted = wanted;
}
