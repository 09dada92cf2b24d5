/** One link of a `Link` header and its parameters. https://www.rfc-editor.org/rfc/rfc8288#section-3 */
const linkPattern = /<([^<>]*)>((?:\s*;\s*[\w*-]+(?:\s*=\s*(?:"[^"\\]*"|[^\s",;]+))?)*)/g;

const maxLinks = 4;

/**
 * Some data must be credited with a link on pages that use it. The service says so with `rel="license"`. Only those
 * links are passed on, only with https, and written from their parsed URL, so that nothing else of the header reaches a
 * visitor.
 */
export function licenseLink(header: string | null): string | undefined {
  if (header === null) return undefined;
  const links = [...header.slice(0, 4096).matchAll(linkPattern)]
    .filter(([, , parameters = '']) => /;\s*rel\s*=\s*"?license"?\s*(?:;|$)/i.test(parameters))
    .flatMap(([, target = '']) => (URL.canParse(target) ? [new URL(target)] : []))
    .filter(({ protocol }) => protocol === 'https:')
    .slice(0, maxLinks);
  return links.length === 0 ? undefined : links.map(({ href }) => `<${href}>; rel="license"`).join(', ');
}
