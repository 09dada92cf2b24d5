import type { Facts } from '../../rules/facts.ts';
import { unsafe } from '../../rules/markup/evaluate.ts';
import type { CompiledBinding } from './bound-target.ts';
import { native } from '../dom/native.ts';

/**
 * Asks a binding what it wants for other facts, or in another language, and caches that.
 *
 * @returns whether it is refused: a URL that data may not write.
 */
export function refreshWanted(compiled: CompiledBinding, facts: Facts, locale: string): boolean {
  compiled.facts = facts;
  compiled.locale = locale;
  compiled.wanted = undefined;
  compiled.originals.clear();
  const wanted = compiled.binding.want(facts, locale, native(document).baseURI);
  if (wanted === unsafe) return true;
  compiled.wanted = wanted;
  return false;
}
