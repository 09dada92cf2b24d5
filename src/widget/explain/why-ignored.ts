import { sourceOf } from './source.ts';
import { native } from '../native.ts';

/** Where the owner has turned all of it off. */
export function whyIgnored(element: Element): string | undefined {
  const ignoring = native(element).closest('[data-geo-ignore]');
  return ignoring ? `data-geo-ignore on ${sourceOf(ignoring)} turns it off` : undefined;
}
