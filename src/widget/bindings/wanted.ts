import type { Facts } from '../../rules/facts.ts';
import { unsafe } from '../../rules/markup/evaluate.ts';
import type { CompiledBinding } from './bound-target.ts';
import { native } from '../dom/native.ts';

/** Asks a binding what it wants for other facts, or in another language, and caches that. Calls `refuse` for a URL that data may not write. */
export function refreshWanted(compiled: CompiledBinding, facts: Facts, locale: string, refuse: () => void): void {
  compiled.facts = facts;
  compiled.locale = locale;
  compiled.wanted = undefined;
  const wanted = compiled.binding.want(facts, locale, native(document).baseURI);
  if (wanted === unsafe) refuse();
  else compiled.wanted = wanted;
}
