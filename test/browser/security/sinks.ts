import { readFileSync } from 'node:fs';
import { fields } from '../../../src/record/fields.ts';

/** What somebody might put into a record, by class; a test's own. */
export const payloads = Object.entries(
  JSON.parse(readFileSync('test/cases/payloads.json', 'utf8')) as Record<string, string[]>,
).flatMap(([kind, texts]) => texts.map((text) => ({ kind, text })));

export const textFields = Object.entries(fields).flatMap(([name, { type }]) => (type === 'string' ? [name] : []));

const words = ['alt', 'title', 'placeholder', 'label', 'aria-label', 'aria-description', 'aria-roledescription'];
const urls = (field: string) => [
  `/{${field}}`,
  `{${field}}`,
  `//{${field}}/`,
  `/a/{${field}}/b?q={${field}}&r={${field}|x}#{${field}}`,
  `./{${field}:lower}.gif`,
  `mailto:{${field}}@own.example`,
  `javascript:{${field}}`,
  `data:{${field}}`,
  `https://{${field}}.own.example/`,
  `http:{${field}}`,
];

/**
 * Every place where a value of the record can be written, for one field, and those where none may be. Each stands in an `<i class="sink">` of its own.
 *
 * @param media of which some are fetched.
 */
export function sinksFor(field: string, media: boolean): string[] {
  const value = `{${field}}`;
  const links = urls(field).flatMap((url) => [
    `<a data-geo-href="${url}" href="/w.gif">w</a>`,
    `<area data-geo-href="${url}" href="/w.gif" alt="">`,
    `<q data-geo-cite="${url}">w</q>`,
  ]);
  const files = urls(field)
    .filter((url) => !/^(\.|mailto)/.test(url))
    .flatMap((url) => [
      `<img loading="lazy" data-geo-src="${url}.gif" src="/w.gif" alt="">`,
      `<img loading="lazy" data-geo-srcset="${url}.gif 1x, /${value}.gif 2x" alt="">`,
      `<picture><source data-geo-srcset="${url}.gif" data-geo-src="${url}"></picture>`,
      `<video preload="none" data-geo-src="${url}" data-geo-poster="${url}.gif"></video>`,
      `<audio preload="none" data-geo-src="${url}"></audio>`,
      `<video preload="none"><track data-geo-src="${url}"></video>`,
    ]);
  return [
    `<b data-geo-text="${value}">w</b>`,
    `<b data-geo-text="in ${value}, {${field}:lower|x}">w</b>`,
    `<textarea data-geo-text="${value}">w</textarea>`,
    `<option data-geo-text="${value}">w</option>`,
    `<b data-geo-class="${value} in-${value}">w</b>`,
    `<b class="own" data-geo-class="${value}" data-geo-when="country: FR">w</b>`,
    `<b data-geo-show="country: ${value}">w</b>`,
    `<b data-geo-currency="USD 1, EUR ${value}">$1</b>`,
    ...words.flatMap((name) => [`<img data-geo-${name}="${value}" alt="">`, `<b data-geo-${name}="x ${value}">w</b>`]),
    ...['input', 'textarea', 'data', 'button', 'li'].map((tag) => `<${tag} data-geo-value="${value}"></${tag}>`),
    `<input type="hidden" data-geo-value="${value}">`,
    `<input type="url" data-geo-value="${value}">`,
    `<select data-geo-value="${value}"><option data-geo-value="${value}">w</option></select>`,
    // Nothing may be written here.
    ...[
      'style',
      'onclick',
      'srcdoc',
      'formaction',
      'target',
      'action',
      'xlink:href',
      'http-equiv',
      'content',
      'id',
      'name',
      'ping',
      'rel',
      'data',
      'background',
      'inner-html',
    ].map((name) => `<a data-geo-${name}="${value}" href="/w.gif">w</a>`),
    `<button data-geo-formaction="${value}">w</button>`,
    `<form data-geo-action="${value}"></form>`,
    `<iframe hidden data-geo-src="${value}" data-geo-srcdoc="${value}"></iframe>`,
    `<object data-geo-data="${value}"></object>`,
    `<embed hidden data-geo-src="${value}">`,
    `<script type="text/plain" data-geo-text="${value}" data-geo-src="${value}"></script>`,
    `<style media="none" data-geo-text="${value}"></style>`,
    `<noscript data-geo-text="${value}"></noscript>`,
    `<link data-geo-href="${value}">`,
    `<template data-geo-text="${value}"><b data-geo-text="${value}">w</b></template>`,
    `<svg><a data-geo-href="${value}"><text data-geo-text="${value}">w</text></a><use data-geo-href="${value}"/></svg>`,
    `<math><mi data-geo-href="${value}" data-geo-text="${value}">w</mi></math>`,
    `<geo-text template="${value}">w</geo-text>`,
    `<geo-text template="Shoes for {${field}:lower|you}">w</geo-text>`,
    ...(media ? [...links, ...files] : links.slice(0, 9)),
  ].map((sink) => `<i class="sink">${sink}</i>`);
}

/** Elements that take the record as a whole. */
export const wholeSinks = [
  '<geo-if country="FR">w<b slot="else" hidden>w</b></geo-if>',
  '<geo-switch><geo-case country="FR" hidden>w</geo-case>w</geo-switch>',
  '<geo-currency prices="USD 1, EUR 2" was="USD 3, EUR 4">$1</geo-currency>',
  '<geo-currency prices="USD 1">$1</geo-currency>',
  '<geo-flag>w</geo-flag>',
  '<geo-select countries="US FR">w</geo-select>',
  '<geo-select>w</geo-select>',
  '<geo-time datetime="2026-12-01T18:00:00Z">w</geo-time>',
  '<geo-time hours="mon-sun 09:00-17:00" timezone="Europe/Paris" open="o" closed="c">w</geo-time>',
  '<geo-nearest places="shops" template="{name}, {distance}" href="{url}">w</geo-nearest>',
  '<geo-suggest country="FR" href="/fr{path}" hidden>w</geo-suggest>',
].map((sink) => `<i class="sink">${sink}</i>`);

declare global {
  var sinkEvents: string[];
  var pwn: () => void;
}

/** Before the page's first script: writes down whatever runs. */
export function trap(): void {
  globalThis.sinkEvents = [];
  globalThis.pwn = () => void sinkEvents.push('pwn');
  for (const name of ['alert', 'prompt', 'confirm', 'print', 'open'])
    Reflect.set(globalThis, name, () => void sinkEvents.push(name));
  addEventListener('securitypolicyviolation', ({ blockedURI }) => sinkEvents.push(blockedURI));
}

/** @returns how many sinks were looked at, and what is wrong in any of them. */
export function inspectSinks(): { looked: number; wrong: string[] } {
  const wrong = sinkEvents.splice(0).map((name) => `${name} ran`);
  const isOwn = (text: string) => {
    const url = URL.parse(text, location.href);
    return (
      !!url &&
      (url.protocol === 'mailto:' || url.origin === location.origin) &&
      !/[\p{Cc}\\\u202A-\u202E\u2066-\u2069]/u.test(text)
    );
  };
  const look = (element: Element): void => {
    const { localName } = element;
    const isSourceless = /^(script|style|iframe|embed|object|link|base|meta)$/.test(localName);
    for (const { name, value } of element.attributes) {
      const isUrl = /^(href|src|cite|poster)$/.test(name);
      const candidates = value.split(/,\s+/).map((candidate) => candidate.split(/\s/)[0] ?? '');
      const given = name === 'srcset' ? candidates : [value].filter(() => isUrl);
      if (
        /^(on|srcdoc|formaction|xlink:href|target|action|http-equiv|content|ping|rel|background|data)/.test(name) &&
        !name.startsWith('data-')
      )
        wrong.push(`<${localName} ${name}="${value}">`);
      if (name === 'id' && element.getRootNode() === document) wrong.push(`<${localName} id="${value}">`);
      if (name === 'style' && !value.startsWith('unicode-bidi')) wrong.push(`<${localName} style="${value}">`);
      if (given.length && (isSourceless || !given.every(isOwn))) wrong.push(`<${localName} ${name}="${value}">`);
    }
    // The edge's own shadow roots have a rule in them.
    const mayHaveText =
      localName === 'style' &&
      element.getRootNode() instanceof ShadowRoot &&
      !/url|@import|pwn|evil/.test(element.textContent);
    if (isSourceless && element.textContent && !mayHaveText) wrong.push(`<${localName}> has ${element.textContent}`);
    for (const child of [...element.children, ...(element.shadowRoot?.children ?? [])]) look(child);
  };
  const sinks = [...document.querySelectorAll('.sink')];
  sinks.forEach(look);
  // Text makes no elements, and takes none away. The edge keeps what was there in a template.
  const shape = sinks
    .map((sink) =>
      [...sink.querySelectorAll(':not(geo-t,template[data-geolet-was])')].map(({ localName }) => localName).join(),
    )
    .join(';');
  const page = globalThis as { shape?: string };
  const before = page.shape ?? shape;
  page.shape = before;
  if (shape !== before) wrong.push('elements have come or gone');
  for (const sink of sinks)
    for (const { shadowRoot } of sink.querySelectorAll('*'))
      if (shadowRoot?.querySelector('script,iframe,object,embed,link,base,meta,svg,math,form,template'))
        wrong.push(shadowRoot.innerHTML);
  for (const { name } of document.documentElement.attributes)
    if (!/^(lang|data-visitor-[a-z]+)$/.test(name)) wrong.push(`<html ${name}>`);
  return { looked: sinks.length, wrong };
}
