import { attempt } from '../../rules/attempt.ts';
import type { Core } from '../../widget/api/core.ts';
import type { Snapshot } from './snapshot.ts';
import type { Part } from './source.ts';
import { native } from '../../widget/dom/native.ts';

/** Says of one kind of element why it shows what it shows: the head goes on from its tag. */
export type Explain = (element: Element, snapshot: Snapshot, core: Core) => Part;

/** What is in use is not taken away. */
export function holdsFocus(element: Element): boolean {
  const { activeElement } = native(document);
  return (
    activeElement !== element && native(element).contains(activeElement) && !!activeElement?.getClientRects().length
  );
}

/** Engines before `:state()` have a selector of their own for it, or none: then it counts as not set. */
export function hasState(element: Element, name: string): boolean {
  return attempt(() => native(element).matches(`:state(${name})`)) ?? false;
}
