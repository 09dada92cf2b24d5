import type { Core } from '../../widget/api/core.ts';
import { native } from '../../widget/dom/native.ts';
import type { FetchTools } from './mistake-list.ts';
import { createItem } from './page-item.ts';

/** What each element and binding of the page shows, and why: folded until the owner asks. */
export interface ReasonList {
  readonly element: HTMLElement;
  /** Reads the page again, if the list is open. Called after each change of the visitor. */
  update(): void;
}

const nothing = { words: 'Nothing on this page depends on the visitor.' };

/** @param fetchTools undefined until its file has come; then the page is updated, and so is this list. */
export function createReasonList({ signal }: Core, fetchTools: FetchTools): ReasonList {
  const element = native(document).createElement('details');
  const summary = native(document).createElement('summary');
  const list = native(document).createElement('ul');
  element.part.value = 'reasons';
  summary.textContent = 'Reasons';
  element.append(summary, list);
  const update = () => {
    if (!element.open || signal.aborted) return;
    const reasons = fetchTools()?.reasons();
    if (reasons) list.replaceChildren(...(reasons.length ? reasons : [nothing]).map(createItem));
  };
  element.addEventListener('toggle', update);
  return { element, update };
}
