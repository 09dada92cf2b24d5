import type { Core } from '../../widget/api/core.ts';
import { native } from '../../widget/dom/native.ts';
import type { FetchTools } from './mistake-list.ts';

/** Where the page's redirects would lead the visitor: a preview never follows them. Hidden where there are none. */
export interface RedirectLine {
  readonly element: HTMLElement;
  update(): void;
}

/** @param fetchTools undefined until its file has come; then the page is updated, and so is this line. */
export function createRedirectLine(core: Core, fetchTools: FetchTools): RedirectLine {
  const element = native(document).createElement('span');
  element.part.value = 'redirect';
  element.hidden = true;
  return {
    element,
    update() {
      const words = core.block('redirect') ? fetchTools()?.redirect() : undefined;
      element.hidden = !words;
      element.textContent = words ? `Redirect: ${words}` : '';
    },
  };
}
