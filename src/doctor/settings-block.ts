import { attempt } from '../rules/attempt.ts';
import type { PageElement } from './page-tree.ts';

/** The text of a script element. */
export function scriptText(element: PageElement | undefined): string {
  return element?.content.filter((part) => typeof part === 'string').join('') ?? '{}';
}

/** Whether a block has the type that is read. */
export function isReadAsSettings({ attributes }: PageElement): boolean {
  return attributes.get('type')?.toLowerCase() === 'application/json';
}

/** The settings block, as a browser finds it. Where none is read, the first one, whose type is another. */
export function settingsBlock(elements: readonly PageElement[]): PageElement | undefined {
  const blocks = elements.filter(
    (element) =>
      element.tagName === 'script' &&
      element.namespace === 'html' &&
      element.attributes.has('data-geo-settings') &&
      !isLeftAlone(element),
  );
  return blocks.find(isReadAsSettings) ?? blocks[0];
}

function isLeftAlone(element: PageElement): boolean {
  for (let around: PageElement | undefined = element; around; around = around.parent)
    if (around.tagName === 'template' || around.attributes.has('data-geo-ignore')) return true;
  return false;
}

/** What the settings block says. One that cannot be read says nothing, as in a browser. */
export function settingsIn(elements: readonly PageElement[]): Readonly<Record<string, unknown>> {
  const found = settingsBlock(elements);
  const block = found && isReadAsSettings(found) ? found : undefined;
  return attempt(() => Object(JSON.parse(scriptText(block))) as Readonly<Record<string, unknown>>) ?? {};
}
