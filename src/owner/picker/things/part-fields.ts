import { labelled, make } from '../make.ts';
import { type BlockPart, blockParts, freeName, type PartKind } from './block-parts.ts';
import { startOf } from './fields.ts';
import { createFormFields, type FormFields, type FormParts } from './form-fields.ts';

/** The plan or the list that a change needs: one of the page's, or one that is written here. */
export interface PartFields {
  readonly element: HTMLElement;
  /** Begins anew. @param part as it was kept. */
  open(part: BlockPart | undefined): void;
  /** @param kind undefined: the change needs none, by now. */
  follow(kind: PartKind | undefined): void;
  read(): BlockPart | undefined;
}

interface PartFieldsOptions extends FormParts {
  /** The names in the settings block of the page. */
  namesOnPage(kind: PartKind): readonly string[];
  /** What was written here for another change: all of them have the same. */
  written(kind: PartKind): BlockPart | undefined;
}

export function createPartFields({ namesOnPage, written, ...parts }: PartFieldsOptions): PartFields {
  const views = new Map<PartKind, FormFields>();
  const choice = make('select');
  const chosen = labelled('', choice);
  const hint = make('p', { className: 'hint' });
  const body = make('div');
  const legend = make('legend');
  const element = make('fieldset', { className: 'part', hidden: true }, legend, chosen, hint, body);
  let kept: BlockPart | undefined;
  /** Which the fields are filled in for. */
  let filled: PartKind | undefined;
  let kind: PartKind | undefined;
  let own = '';

  function viewOf(of: PartKind): FormFields {
    const view = views.get(of) ?? createFormFields(blockParts[of].fields, parts);
    views.set(of, view);
    return view;
  }

  function fill(wanted: PartKind): void {
    filled = wanted;
    const { title, fields } = blockParts[wanted];
    const names = namesOnPage(wanted);
    const known = kept?.values ? kept : written(wanted);
    own = known?.name ?? freeName(names, wanted);
    const others = names.filter((name) => name !== own);
    choice.replaceChildren(
      ...others.map((name) => make('option', { value: name, textContent: name })),
      make('option', { value: own, textContent: `${own} (written here)` }),
    );
    choice.value = kept?.name ?? known?.name ?? others[0] ?? own;
    chosen.hidden = others.length === 0;
    chosen.firstElementChild?.replaceChildren(`Which ${title.toLowerCase()}`);
    legend.textContent = others.length ? title : `${title} “${own}”`;
    viewOf(wanted).write(known?.values ?? startOf(fields));
    body.replaceChildren(viewOf(wanted).element);
    followChoice();
  }

  function followChoice(): void {
    if (!filled) return;
    const isOwn = choice.value === own;
    body.hidden = !isOwn;
    hint.textContent = isOwn
      ? blockParts[filled].hint
      : 'It stands in the settings block of your page, and stays as it is.';
  }

  choice.addEventListener('change', () => {
    followChoice();
    parts.changed();
  });

  return {
    element,
    open(part) {
      kept = part;
      filled = undefined;
    },
    follow(wanted) {
      kind = wanted;
      element.hidden = !wanted;
      if (wanted && wanted !== filled) fill(wanted);
    },
    read() {
      if (!kind) return undefined;
      return { kind, name: choice.value, ...(choice.value === own && { values: viewOf(kind).read() }) };
    },
  };
}
