import { make } from '../make.ts';
import type { PageChange } from '../changes.ts';
import type { What } from '../what-changes.ts';
import { startOf, type Values } from './fields.ts';
import { createFormFields, type FormFields, type FormParts } from './form-fields.ts';
import { isThing, type ThingName, things } from './things.ts';

/** The form of what is added to the page. */
export interface ThingFields {
  readonly element: HTMLElement;
  /** Begins anew. @param kept what was added before. */
  open(kept: Kept | undefined): void;
  follow(what: What): void;
  /** Undefined: nothing is added. */
  read(): Values | undefined;
}

type Kept = Pick<PageChange, 'what' | 'values'>;

export function createThingFields(parts: FormParts): ThingFields {
  const views = new Map<ThingName, FormFields>();
  const body = make('div');
  const more = make('p', { className: 'hint' });
  const element = make('div', { className: 'fields', hidden: true }, body, more);
  let kept: Kept | undefined;
  let shown: FormFields | undefined;
  let filled: ThingName | undefined;

  return {
    element,
    open(given) {
      kept = given;
      filled = undefined;
    },
    follow(what) {
      element.hidden = !isThing(what);
      shown = undefined;
      if (!isThing(what)) return;
      const { fields, docs } = things[what];
      shown = views.get(what) ?? createFormFields(fields, parts);
      views.set(what, shown);
      if (what !== filled) shown.write((kept?.what === what && kept.values) || startOf(fields));
      filled = what;
      body.replaceChildren(shown.element);
      more.textContent = `It is pasted as HTML, where rules cannot reach. What else it can do is in the docs, docs/${docs}.md.`;
    },
    read: () => shown?.read(),
  };
}
