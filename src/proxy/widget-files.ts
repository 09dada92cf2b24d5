import type { PlainResponse } from './request/plain-response.ts';
import { ProxyError } from './request/proxy-error.ts';
import type { VisitorRequest } from './request/visitor-request.ts';

export interface WidgetFile {
  readonly body: Uint8Array<ArrayBuffer>;
  /** Changes whenever the body does, quotes included. */
  readonly etag: string;
  /** How the body is compressed, when it is. */
  readonly encoding?: Encoding | undefined;
}

export type Encoding = 'br' | 'gzip';

/**
 * Gets a file of the widget by its name, which `widgetFileName` has let through.
 *
 * @param accepted the encodings that the visitor takes, the smallest first.
 * @returns the file in one of them or without encoding, or undefined if there is no such file.
 */
export type WidgetFiles = (name: string, accepted: readonly Encoding[]) => Promise<WidgetFile | undefined>;

/**
 * Such as `geolet.js`, `geolet-elements.3f2a9c1b.js`, their source maps, and the flag and the fields of each country.
 * The hash in the middle makes a file immutable.
 */
const namePattern =
  /^\/(geolet(?:-[a-z0-9]+)*(\.[\w-]{6,64})?\.js(?:\.map)?|geolet-flags\/[a-z]{2}\.svg|geolet-countries\/[a-z]{2}\.json)$/;

export function widgetFileName(pathname: string): string | undefined {
  return namePattern.exec(pathname)?.[1];
}

/** For a flag that is opened as a page of its own. */
const flagPolicy = "default-src 'none'; sandbox";

/**
 * The files are the same for everybody, so any page may load them, also with `crossorigin` and SRI.
 *
 * @throws a 404 or 405.
 */
export async function widgetFileResponse(
  request: VisitorRequest,
  name: string,
  files: WidgetFiles,
): Promise<PlainResponse> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    throw new ProxyError(405, "The widget's files answer to GET and HEAD.", { headers: { allow: 'GET, HEAD' } });
  }
  const file = await files(name, acceptedEncodings(request));
  if (file === undefined) throw new ProxyError(404, 'There is no such file of the widget here.');
  const headers = {
    'content-type': typeOf(name),
    'cache-control': cacheControlOf(name),
    ...(isFlag(name) && { 'content-security-policy': flagPolicy }),
    etag: file.etag,
    vary: 'Accept-Encoding',
    ...(file.encoding !== undefined && { 'content-encoding': file.encoding }),
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
    'access-control-allow-origin': '*',
    'timing-allow-origin': '*',
  };
  const known = request.headers
    .get('if-none-match')
    ?.split(',')
    .some((tag) => tag.trim().replace(/^W\//, '') === file.etag);
  return known === true ? { status: 304, headers, body: null } : { status: 200, headers, body: file.body };
}

/** Only encodings that are named; `*` is ignored. https://www.rfc-editor.org/rfc/rfc9110#section-12.5.3 */
export function acceptedEncodings(request: VisitorRequest): Encoding[] {
  const named = new Map(
    (request.headers.get('accept-encoding') ?? '')
      .toLowerCase()
      .split(',')
      .map((item) => {
        const [name = '', weight = ''] = item.split(';', 2).map((part) => part.trim());
        return [name, !/^q=0(?:\.0*)?$/.test(weight)];
      }),
  );
  return (['br', 'gzip'] as const).filter((encoding) => named.get(encoding));
}

function typeOf(name: string): string {
  if (isFlag(name)) return 'image/svg+xml';
  return name.endsWith('.js') ? 'text/javascript; charset=utf-8' : 'application/json; charset=utf-8';
}

/**
 * A hashed file never changes. A short name is fetched again after five minutes, so that a new release arrives. For a
 * week browsers use their copy meanwhile, because the first frame waits for the file.
 * https://www.rfc-editor.org/rfc/rfc5861#section-3
 */
function cacheControlOf(name: string): string {
  if (isHashed(name)) return 'public, max-age=31536000, immutable';
  return isScript(name) ? 'public, max-age=300, stale-while-revalidate=604800' : 'public, max-age=86400';
}

/** Also the source map of a script. */
function isScript(name: string): boolean {
  return /\.js(\.map)?$/.test(name);
}

function isFlag(name: string): boolean {
  return name.endsWith('.svg');
}

function isHashed(name: string): boolean {
  return namePattern.exec(`/${name}`)?.[2] !== undefined;
}
