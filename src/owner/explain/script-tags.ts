import { attempt } from '../../rules/attempt.ts';
import type { Core } from '../../widget/api/core.ts';
import { closest } from '../../record/closest.ts';
import { native } from '../../widget/dom/native.ts';
import { dataName } from '../advice/setting-mistakes.ts';

/** The page's own script tags: too many of them, settings that were never read, and names that are no setting. */
export function findInTags(core: Core): string[] {
  const scripts = [...native(document).scripts].filter(
    (script) => /\/geolet(-bindings)?\.js([?#]|$)/.test(script.src) && !isFromSnippet(script),
  );
  const twice =
    scripts.length > 1
      ? [`${scripts.length} script tags load geolet.js: the first that ran counts. Remove the others`]
      : [];
  return [
    ...twice,
    ...scripts.flatMap((script) => [
      ...unread(script, core),
      ...withoutScheme(script.dataset.endpoint),
      ...misspelt(script.dataset, core).map(
        ([name, meant]) =>
          `the script tag has ${dataName(name)}, which is not a setting; did you mean ${dataName(meant)}?`,
      ),
    ]),
    ...inConfig(core),
  ];
}

/** `boot/snippet.ts` puts the tag's twin behind it, which is not asynchronous. */
function isFromSnippet(script: HTMLScriptElement): boolean {
  const before = script.previousElementSibling;
  return (
    before instanceof HTMLScriptElement &&
    before.src === script.src &&
    before.hasAttribute('async') &&
    !script.hasAttribute('async')
  );
}

/** An optimiser or a tag manager that runs the script in its own way takes the tag's settings from it. */
function unread({ dataset }: HTMLScriptElement, { settings }: Core): string[] {
  return Object.entries(settings).flatMap(([name, value]) => {
    const written = dataset[name]?.trim();
    if (
      !written ||
      Object.hasOwn(config(), name) ||
      settings.mistakes.some((mistake) => mistake.startsWith(`${name}:`))
    )
      return [];
    const plainly = typeof value === 'number' ? Number(written) : written.toLowerCase();
    const read = name === 'endpoint' ? attempt(() => new URL(written, location.href).href) : plainly;
    return read === value
      ? []
      : [
          `the script tag says ${dataName(name)}="${written}", which was not read: another script starts geolet.js in its own way. Write it into window.geoletConfig`,
        ];
  });
}

/** `shop.example/geo` is a path, as in every link. */
function withoutScheme(endpoint = ''): string[] {
  return /^[\w-]+(\.[\w-]+)*\.[a-z]{2,}(:\d+)?\//i.test(endpoint.trim())
    ? [
        `the script tag says data-endpoint="${endpoint}", which is a path below this page: write https://${endpoint.trim()}, or /geo for the proxy of this site`,
      ]
    : [];
}

function inConfig(core: Core): string[] {
  return misspelt(config(), core).map(
    ([name, meant]) => `window.geoletConfig has ${name}, which is not a setting; did you mean ${meant}?`,
  );
}

/** Other attributes may belong to another script: `data-cfasync`. */
function misspelt(given: object, { settings }: Core): [name: string, meant: string][] {
  const known = Object.keys(settings).filter((name) => name !== 'mistakes');
  return Object.keys(given).flatMap((name) => {
    const meant = known.includes(name)
      ? undefined
      : (closest(name, known) ?? known.find((other) => name.length > 4 && other.startsWith(name)));
    return meant ? [[name, meant]] : [];
  });
}

function config(): object {
  return Object(globalThis.geoletConfig) as object;
}
