import { bindingNames, bindingPrefix } from '../../rules/markup/bindings.ts';
import { writableAttributes } from '../../rules/markup/sink.ts';

const bindingAttributes = bindingNames.map((name) => bindingPrefix + name);

/** Classes that show and hide. To search texts takes long, so look first whether there is a class at all. */
const classSelector = '[class]:is([class*=geo-show-],[class*=geo-hide-])';

/** Every element that may have a binding, also below `data-geo-ignore`. */
export const anyBoundSelector = `[${bindingAttributes.join('],[')}],${classSelector}`;

export const ignoreSelector = '[data-geo-ignore]';

/** Every element that is bound. Nothing inside `data-geo-ignore` can undo it. */
export const boundSelector = `:is(${anyBoundSelector}):not(${ignoreSelector},${ignoreSelector} *)`;

/** The attributes whose change by other scripts matters: the bindings themselves, what they write, and the language. */
export const watchedAttributes: string[] = [
  ...bindingAttributes,
  ...['prices', 'when'].map((name) => bindingPrefix + name),
  'class',
  'hidden',
  ...writableAttributes,
  'lang',
];
