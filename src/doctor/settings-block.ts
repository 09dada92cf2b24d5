import { attempt } from '../rules/attempt.ts';
import type { PageElement } from './page-tree.ts';

/** The text of a script element. */
export function scriptText(element: PageElement | undefined): string {
  return element?.content.filter((part) => typeof part === 'string').join('') ?? '{}';
}

/** The settings block. One that cannot be read says nothing, as in a browser. */
export function settingsIn(elements: readonly PageElement[]): Readonly<Record<string, unknown>> {
  const block = elements.find(
    ({ tagName, attributes }) =>
      tagName === 'script' && attributes.get('type') === 'application/json' && attributes.has('data-geo-settings'),
  );
  return attempt(() => Object(JSON.parse(scriptText(block))) as Readonly<Record<string, unknown>>) ?? {};
}
