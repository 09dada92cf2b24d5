import type { Facts } from '../../rules/facts.ts';
import { evaluate, unsafe } from '../../rules/markup/evaluate.ts';
import type { CompiledBinding } from './bound-target.ts';
import { native } from '../dom/native.ts';

/** Evaluates a binding for other facts, or in another language, and caches what it wants. Calls `refuse` for a URL that data may not write. */
export function refreshWanted(compiled: CompiledBinding, facts: Facts, locale: string, refuse: () => void): void {
  compiled.facts = facts;
  compiled.locale = locale;
  compiled.wanted = undefined;
  const wanted = evaluate(compiled.binding, facts, locale, native(document).baseURI);
  if (wanted === unsafe) refuse();
  else compiled.wanted = wanted;
}
