import { readsHeader } from './check-header.ts';
import { type Policy, sourcesFor } from '../pages/render/content-security-policy.ts';
import { knownElements } from './element-attributes.ts';
import { hashSource } from './hash-source.ts';
import { maxAge } from './caching.ts';
import { checkIntegrity } from './check-integrity.ts';
import { checkSize } from './check-size.ts';
import { bad, type Finding, good, skipped, warning } from './finding.ts';
import { failureOf, type Reply, request } from './reply.ts';
import type { Tag } from './markup.ts';
import { allowsImports, allowsScript, allowsUrl, howToAdd, showList, wantsNonce } from './policy.ts';

/** The loader on a page: `geolet.js`, or `geolet-bindings.js`. */
export interface Loader {
  readonly tag: Tag;
  /** Undefined for an inline loader. */
  readonly src: URL | undefined;
  /** The URL of the record. */
  readonly endpoint: URL;
}

const loaderName = /(^|\/)geolet(-bindings)?(\.[\w-]{6,})?\.js$/;

/** The hash of the build. It is in the names of the files that the loader fetches. */
function buildOf(script: string): string | undefined {
  // The minifier writes the name of the build into the template, or as an expression of its own: `.${"…"}.js`.
  return /geolet-\$\{[^{}]*\}\.(?:\$\{[^{}]*["'`])?([\w-]{6,})(?:["'`]\})?\.js/.exec(script)?.[1];
}

/** Stands for the files that the loader fetches when they are needed: any page may fetch it, whichever loader it has. */
const lazyFile = 'geolet-explain.js';

const delayed = 'data-src data-lazy-src data-rocket-src data-pmdelayedscript data-wpmeteor-src'.split(' ');
const dayS = 86_400;

export function findLoaders(tags: readonly Tag[], page: URL): Loader[] {
  return tags.flatMap((tag) => {
    if (tag.name !== 'script') return [];
    const address = ['src', ...delayed].map((name) => tag.attributes.get(name)).find((value) => value !== undefined);
    const src = address !== undefined && URL.canParse(address, page) ? new URL(address, page) : undefined;
    const isLoader = src ? loaderName.test(src.pathname) : address === undefined && buildOf(tag.content) !== undefined;
    if (!isLoader) return [];
    const endpoint = tag.attributes.get('data-endpoint') ?? '/geo';
    return [{ tag, src, endpoint: URL.canParse(endpoint, page) ? new URL(endpoint, page) : new URL('/geo', page) }];
  });
}

/**
 * Checks that the loader is there once, arrives, runs at once, is of the same build as its other files, and is not
 * cached for too long.
 */
export async function checkScript(loaders: readonly Loader[], tags: readonly Tag[], page: URL): Promise<Finding[]> {
  const [loader] = loaders;
  if (!loader)
    return [
      bad(
        'script',
        'geolet.js is not on this page.',
        'Put <script async src="/geolet.js" data-endpoint="/geo"></script> into its <head>. Where a script of ' +
          'yours puts it in, the doctor cannot see it.',
      ),
    ];
  const findings: Finding[] = [];
  if (loaders.length > 1)
    findings.push(
      bad(
        'script',
        `geolet.js is on this page ${loaders.length} times.`,
        'Keep one tag: the first runs, each other is one more download.',
      ),
    );
  const type = loader.tag.attributes.get('type') ?? '';
  const wrapped = delayed.find((name) => loader.tag.attributes.has(name));
  if (wrapped !== undefined || (type !== '' && !/^(module|(text|application)\/javascript)$/i.test(type))) {
    findings.push(
      bad(
        'script',
        `Something delays geolet.js: ${wrapped ?? `type="${type}"`}.`,
        'Leave it out of Rocket Loader (data-cfasync="false"), consent managers and "delay JavaScript" plugins; ' +
          'consent has a setting of its own, data-consent="required".',
      ),
    );
  }
  return [
    ...findings,
    ...(loader.src
      ? await checkFile(loader.tag, loader.src, tags, page)
      : [...checkNeeded(loader, tags), good('script', 'The script is inline in the page.')]),
  ];
}

async function checkFile(tag: Tag, src: URL, tags: readonly Tag[], page: URL): Promise<Finding[]> {
  const file = await request(src.href).catch(failureOf);
  if (typeof file === 'string' || file.status !== 200)
    return [
      bad(
        'script',
        `${src.pathname} does not load: ${typeof file === 'string' ? file : file.status}.`,
        "Let the proxy serve it, or copy the build's whole folder to where the tag points.",
      ),
    ];
  const build = buildOf(file.text);
  const lazyName = build === undefined ? undefined : lazyFile.replace(/js$/, `${build}.js`);
  const lazy = lazyName === undefined ? undefined : await request(new URL(lazyName, src).href).catch(() => undefined);
  const findings = [
    ...checkType(file, src),
    ...checkMaxAge(file, src),
    ...checkIntegrity(tag, src, page, file.text),
    ...checkNeeded({ tag, src }, tags),
    ...(lazyName === undefined ? [] : checkLazyFile(lazy, lazyName)),
    ...(src.origin === page.origin ? [] : checkImportable([file, lazy], src)),
  ];
  if (findings.length) return findings;
  const size = checkSize(file, src);
  if (size) return [size];
  const files = build === undefined ? '' : ` with the files of its build (${build})`;
  return [good('script', `${src.pathname} loads${files}, and browsers request it again after ${maxAge(file)} s.`)];
}

/** The elements that `geolet.js` has in it, or builds on what it has. */
export const elementTags = knownElements.tags.filter((tag) => tag !== 'geo-case' && tag !== 'geo-preview');

/** Whether a script with bindings alone is on a page that needs elements. */
function checkNeeded({ tag, src }: Pick<Loader, 'tag' | 'src'>, tags: readonly Tag[]): Finding[] {
  const element = tags.find(({ name }) => elementTags.includes(name));
  // The tag of a case is nowhere but with the elements.
  const hasElements = src ? !/\/geolet-bindings\b/.test(src.pathname) : tag.content.includes('geo-case');
  if (element === undefined || hasElements) return [];
  return [
    warning(
      'script',
      `The page has a <${element.name}>, and geolet-bindings.js has no elements in it: they come after the first frame.`,
      'Load geolet.js instead.',
    ),
  ];
}

function checkType({ headers }: Reply, { pathname }: URL): Finding[] {
  const type = headers['content-type'] ?? 'no type';
  if (/javascript/i.test(type)) return [];
  return [
    bad(
      'script',
      `${pathname} is served as ${type}: browsers refuse that.`,
      'Serve it as text/javascript. The response may be an error page.',
    ),
  ];
}

function checkMaxAge(file: Reply, { pathname }: URL): Finding[] {
  const isHashed = /\.[\w-]{6,}\.js$/.test(pathname);
  const isLong = maxAge(file) > dayS || /immutable/i.test(file.headers['cache-control'] ?? '');
  if (isHashed || !isLong) return [];
  return [
    bad(
      'script',
      `${pathname} is cached for long (${file.headers['cache-control']}): an update would not arrive.`,
      'Serve this one name with Cache-Control: public, max-age=300, stale-while-revalidate=604800. The files ' +
        'with a hash in their names can be cached forever.',
    ),
  ];
}

function checkLazyFile(file: Reply | undefined, name: string): Finding[] {
  if (file?.status === 200 && /javascript/i.test(file.headers['content-type'] ?? '')) return [];
  return [
    bad(
      'script',
      `${name}, which this geolet.js belongs to, does not load (${file?.status ?? 'no answer'}).`,
      'Publish all files of one build together, and purge an older geolet.js from the cache in front.',
    ),
  ];
}

/** Whether pages of another origin may import the files. */
function checkImportable(files: readonly (Reply | undefined)[], { origin }: URL): Finding[] {
  if (files.some((file) => file?.headers['access-control-allow-origin'] !== undefined)) return [];
  return [
    bad(
      'script',
      `${origin} does not allow its files to be imported from here.`,
      'Serve them from your own origin, or with Access-Control-Allow-Origin: *.',
    ),
  ];
}

/** Checks one flag: a web server's rule for all images may keep flags from the proxy. */
export async function checkFlags(tags: readonly Tag[], loader: Pick<Loader, 'src' | 'endpoint'>): Promise<Finding[]> {
  if (!tags.some(({ name }) => name === 'geo-flag')) return [];
  const flag = fileBeside(loader, 'geolet-flags/fr.svg');
  const answer = await request(flag.href).catch((error: unknown) => void failureOf(error));
  if (answer?.status === 200 && /svg/i.test(answer.headers['content-type'] ?? '')) return [];
  return [
    bad(
      'script',
      `The page has a <geo-flag>, and ${flag.pathname} does not load (${answer?.status ?? 'no answer'}).`,
      'Pass every path that begins with /geolet on to the proxy, or copy the folder geolet-flags of the build to where geolet.js is.',
    ),
  ];
}

/** The URL at which the loader looks for a file. An inline loader looks beside the record. */
function fileBeside({ src, endpoint }: Pick<Loader, 'src' | 'endpoint'>, name: string): URL {
  return new URL(name, src ?? new URL('/', endpoint));
}

/** Checks that the page's policies allow the loader, pasted lines, and everything that they fetch. */
export function checkPolicy(policies: readonly Policy[], loader: Loader, tags: readonly Tag[], page: URL): Finding[] {
  if (!policies.length) return [skipped('policy', 'The page has no Content Security Policy.')];
  const pasted = tags.filter(
    (tag) =>
      readsHeader(tag) ||
      (tag.name === 'script' && !tag.attributes.has('src') && tag.content.includes('script[src*=geolet]')),
  );
  const findings = policies.flatMap((policy) => [
    ...checkSandbox(policy),
    ...checkScripts(policy, loader, pasted, page),
    ...checkRequests(policy, loader, page),
    ...checkImages(policy, loader, tags, page),
  ]);
  return findings.length
    ? findings
    : [
        good(
          'policy',
          `The Content Security Policy lets geolet.js, its files${pasted.length ? ', the pasted lines' : ''} and the record through.`,
        ),
      ];
}

function checkSandbox(policy: Policy): Finding[] {
  const allowed = policy.get('sandbox');
  return !allowed || allowed.includes('allow-scripts')
    ? []
    : [bad('policy', 'sandbox lets no script run.', 'Add allow-scripts to sandbox.')];
}

function checkScripts(policy: Policy, { tag, src, endpoint }: Loader, pasted: readonly Tag[], page: URL): Finding[] {
  const list = sourcesFor(policy, 'script');
  if (!list) return [];
  const files = fileBeside({ src, endpoint }, lazyFile);
  const refused = (what: string, source: string): Finding =>
    bad(
      'policy',
      `${showList(list)} refuses ${what}.`,
      wantsNonce(list.sources) ? "Give its tag the page's nonce." : howToAdd(source, list, 'script'),
    );
  const lines = pasted
    .filter((line) => !allowsScript(list.sources, line, undefined, page))
    .map((line) => refused('a pasted line, so that it does nothing', hashSource(line.content)));
  if (!allowsScript(list.sources, tag, src, page))
    return [refused('geolet.js', src ? sourceOf(src, page) : hashSource(tag.content)), ...lines];
  if (!allowsImports(list.sources, tag, files, page))
    return [refused('the files that geolet.js fetches', sourceOf(files, page)), ...lines];
  return lines;
}

function checkRequests(policy: Policy, { endpoint }: Loader, page: URL): Finding[] {
  const list = sourcesFor(policy, 'connect');
  if (!list || allowsUrl(list.sources, endpoint, page)) return [];
  return [
    bad(
      'policy',
      `${showList(list)} refuses ${endpoint.pathname}.`,
      howToAdd(sourceOf(endpoint, page), list, 'connect'),
    ),
  ];
}

function checkImages(policy: Policy, loader: Loader, tags: readonly Tag[], page: URL): Finding[] {
  const list = sourcesFor(policy, 'image');
  const flag = fileBeside(loader, 'geolet-flags/fr.svg');
  if (!list || !tags.some(({ name }) => name === 'geo-flag') || allowsUrl(list.sources, flag, page)) return [];
  return [
    bad('policy', `${showList(list)} refuses the flags of <geo-flag>.`, howToAdd(sourceOf(flag, page), list, 'image')),
  ];
}

const sourceOf = ({ origin }: URL, page: URL): string => (origin === page.origin ? "'self'" : origin);

/** All policies of a page, from its headers and its markup. */
export function policiesOf({ headers }: Reply, tags: readonly Tag[]): string[] {
  const meta = tags
    .filter(
      ({ name, attributes }) =>
        name === 'meta' && /^content-security-policy$/i.test(attributes.get('http-equiv') ?? ''),
    )
    .map(({ attributes }) => attributes.get('content') ?? '');
  // Only in headers does a comma separate policies.
  return [headers['content-security-policy'] ?? '', ...meta.map((content) => content.replaceAll(',', ' '))].filter(
    Boolean,
  );
}
