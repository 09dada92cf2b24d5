import { attempt } from '../../rules/attempt.ts';
import type { Core } from '../../widget/api/core.ts';
import { native } from '../../widget/dom/native.ts';
import { dataName, misspeltSetting, tagMistakes, tagSettings } from '../advice/setting-mistakes.ts';

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
      ...unread(script, core, twice.length > 0),
      ...tagMistakes(new Map([...script.attributes].map(({ name, value }) => [name, value]))),
    ]),
    ...inConfig(),
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

/**
 * An optimiser or a tag manager that runs the script in its own way takes the tag's settings from it, and so does
 * another tag.
 */
function unread({ dataset }: HTMLScriptElement, { settings }: Core, isOneOfTwo: boolean): string[] {
  const reason = isOneOfTwo
    ? 'another tag ran first. Write it into the one that you keep'
    : 'another script starts geolet.js in its own way. Write it into window.geoletConfig';
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
    return read === value ? [] : [`the script tag says ${dataName(name)}="${written}", which was not read: ${reason}`];
  });
}

function inConfig(): string[] {
  return Object.keys(config()).flatMap((name) => {
    const meant = misspeltSetting(name, tagSettings);
    return meant ? [`window.geoletConfig has ${name}, which is not a setting; did you mean ${meant}?`] : [];
  });
}

function config(): object {
  return Object(globalThis.geoletConfig) as object;
}
