import { closestAround } from '../../bindings/dom.ts';
import { sourceOf } from './source.ts';

/** Where the owner has turned all of it off. */
export function whyIgnored(element: Element): string | undefined {
  const ignoring = closestAround(element, '[data-geo-ignore]');
  return ignoring ? `data-geo-ignore on ${sourceOf(ignoring)} turns it off` : undefined;
}
