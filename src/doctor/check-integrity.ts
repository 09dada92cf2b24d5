import { hashSources } from './hash-source.ts';
import { bad, type Finding } from './finding.ts';
import type { Tag } from './markup.ts';

/** Checks that the file fits the tag's `integrity` now, and that a new release of the same name will not break it. */
export function checkIntegrity({ attributes }: Tag, src: URL, page: URL, text: string): Finding[] {
  const hashes = hashesThatCount(attributes.get('integrity') ?? '');
  if (!hashes.length) return [];
  const findings: Finding[] = [];
  if (src.origin !== page.origin && !attributes.has('crossorigin'))
    findings.push(
      bad(
        'script',
        'The tag has integrity and no crossorigin: browsers refuse such a file of another origin.',
        'Write crossorigin beside integrity.',
      ),
    );
  const fitting = hashSources(text).map((source) => source.slice(1, -1));
  if (!hashes.some((hash) => fitting.includes(hash))) {
    findings.push(
      bad(
        'script',
        `The tag's integrity does not match ${src.pathname} as it is delivered: browsers refuse it.`,
        `Write integrity="${fitting[1]}", or purge an older ${src.pathname} from the cache in front.`,
      ),
    );
  }
  if (!namesRelease(src)) {
    findings.push(
      bad(
        'script',
        'The tag has integrity, and its address names no release: after the next release, browsers refuse ' +
          'the file where the tag and a cached file are not from the same one.',
        'Put the release into the address, and change it with each new hash: ' +
          `src="${src.origin === page.origin ? '' : src.origin}${src.pathname}?2".`,
      ),
    );
  }
  return findings;
}

/**
 * Only hashes of the strongest algorithm count, and one of them must fit. Anything else is ignored.
 * https://www.w3.org/TR/SRI/#get-the-strongest-metadata-from-set
 */
function hashesThatCount(integrity: string): string[] {
  const hashes = [...integrity.matchAll(/(?<!\S)(sha256|sha384|sha512)-[^\s?]+/g)];
  const strongest = hashes
    .map(([, algorithm = '']) => algorithm)
    .toSorted()
    .at(-1);
  return hashes.filter(([, algorithm]) => algorithm === strongest).map(([hash]) => hash);
}

/**
 * Whether the URL belongs to one release: by a query, a hash in the file's name, or a folder or package with a version.
 */
function namesRelease({ pathname, search }: URL): boolean {
  return search !== '' || /\/geolet(-bindings)?\.[\w-]{6,}\.js$|\/v?\d[^/]*\/|@\d+\.\d+\.\d/.test(pathname);
}
