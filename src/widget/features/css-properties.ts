import { attempt } from '../../rules/attempt.ts';
import { rootPrefix } from '../../rules/markup/root-attributes.ts';
import { tokensOf } from '../../rules/text/normalize.ts';
import type { Core } from '../api/core.ts';
import { native } from '../dom/native.ts';

/**
 * The entry of a lazy file, fetched where the settings have `css`. Writes what the root's attributes say as custom
 * properties, too: they reach shadow trees, and style queries ask for them. They stand in a sheet of ours, because
 * frameworks compare the `style` of `<html>` with their own.
 */
export default function writeCssProperties({ signal, watch }: Core): void {
  const sheet = attempt(() => new CSSStyleSheet());
  if (!sheet) return;
  const page = native(document);
  const write = () => {
    sheet.replaceSync(':root {}');
    const [rule] = sheet.cssRules;
    // A property at a time: no value can end the rule that it stands in.
    if (rule instanceof CSSStyleRule)
      for (const [name, value] of visitorProperties(page.documentElement))
        rule.style.setProperty(`--visitor-${name}`, CSS.escape(value));
    const others = page.adoptedStyleSheets.filter((other) => other !== sheet);
    if (signal.aborted) page.adoptedStyleSheets = others;
    // A page may have replaced its sheets.
    else if (others.length === page.adoptedStyleSheets.length) page.adoptedStyleSheets = [...others, sheet];
  };
  write();
  watch(write);
}

/** A style query compares the whole of a value, so each group is a property of its own. */
function visitorProperties(root: Element): [name: string, value: string][] {
  return [...native(root).attributes]
    .filter((attribute) => attribute.name.startsWith(rootPrefix))
    .flatMap(({ name, value }) => {
      const property = name.slice(rootPrefix.length);
      return property === 'groups'
        ? tokensOf(value).map((group): [string, string] => [`group-${group}`, 'yes'])
        : [[property, value]];
    });
}
