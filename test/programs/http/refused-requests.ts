/** A first request after which a server must close the connection, as it goes over the wire. */
export interface FirstRequest {
  readonly kind: string;
  /** @param path of something that the server has. */
  readonly bytes: (path: string) => string;
  /** Only these servers refuse it; the others answer it and go on. */
  readonly only?: readonly string[];
}

const host = 'Host: shop.example\r\n';

function send(method: string, lines = '', body = ''): FirstRequest['bytes'] {
  return (path) => `${method} ${path} HTTP/1.1\r\n${host}${lines}\r\n${body}`;
}

const get = (lines: string, body?: string) => send('GET', lines, body);
const post = (lines: string, body: string) => send('POST', lines, body);

const five = 'Content-Length: 5\r\n';
const inChunks = 'Transfer-Encoding: chunked\r\n';
const leave = 'Expect: 100-continue\r\n';
const chunks = '5\r\nhello\r\n0\r\n\r\n';

/** Requests that a server refuses, and behind which it cannot or must not read on. */
export const refused: readonly FirstRequest[] = [
  { kind: 'a GET with a body', bytes: get(five, 'hello') },
  { kind: 'a GET with a body in chunks', bytes: get(inChunks, chunks) },
  { kind: 'a GET with half a body', bytes: get('Content-Length: 500\r\n', 'hello') },
  { kind: 'a GET that asks leave for its body and sends it', bytes: get(`${five}${leave}`, 'hello') },
  { kind: 'a GET that asks leave for its body', bytes: get(`${five}${leave}`) },
  { kind: 'a GET with a body and an expectation nobody knows', bytes: get(`${five}Expect: miracles\r\n`, 'hello') },
  { kind: 'PROPFIND with a body', bytes: send('PROPFIND', five, 'hello') },
  { kind: 'TRACE with a body', bytes: send('TRACE', five, 'hello') },
  { kind: 'CONNECT', bytes: () => `CONNECT other.example:443 HTTP/1.1\r\n${host}\r\n` },
  { kind: 'two hosts', bytes: get('Host: other.example\r\n') },
  { kind: 'no host', bytes: (path) => `GET ${path} HTTP/1.1\r\n\r\n` },
  { kind: 'a malformed host', bytes: (path) => `GET ${path} HTTP/1.1\r\nHost: a b\r\n\r\n` },
  { kind: 'an absolute target', bytes: (path) => `GET http://other.example${path} HTTP/1.1\r\n${host}\r\n` },
  { kind: 'an asterisk', bytes: () => `OPTIONS * HTTP/1.1\r\n${host}\r\n` },
  { kind: 'two keys', bytes: get('Authorization: Bearer a\r\nAuthorization: Bearer b\r\n'), only: ['service'] },
  { kind: 'a backslash in the target', bytes: () => `GET /beta\\api HTTP/1.1\r\n${host}\r\n`, only: ['service'] },
  { kind: 'length and chunks', bytes: post(`${five}${inChunks}`, chunks) },
  { kind: 'two lengths', bytes: post('Content-Length: 5\r\nContent-Length: 6\r\n', 'hello') },
  { kind: 'one length twice', bytes: post('Content-Length: 5\r\nContent-Length: 5\r\n', 'hello') },
  { kind: 'a length that is a list', bytes: post('Content-Length: 5, 5\r\n', 'hello') },
  { kind: 'a length below zero', bytes: post('Content-Length: -1\r\n', 'hello') },
  { kind: 'a length in hexadecimal', bytes: post('Content-Length: 0x5\r\n', 'hello') },
  { kind: 'a coding nobody knows', bytes: get('Transfer-Encoding: gzip\r\n', 'hello') },
  { kind: 'chunks that are not the last coding', bytes: post('Transfer-Encoding: chunked, identity\r\n', chunks) },
  { kind: 'a chunk of no size', bytes: post(inChunks, 'zz\r\nhello\r\n0\r\n\r\n') },
  { kind: 'a chunk that is longer than it says', bytes: post(inChunks, '3\r\nhello\r\n0\r\n\r\n') },
  { kind: 'a chunk extension without end', bytes: post(inChunks, `5;${'x'.repeat(20_000)}\r\nhello\r\n0\r\n\r\n`) },
  { kind: 'headers that are too large', bytes: get(`X-Filler: ${'a'.repeat(17_000)}\r\n`) },
  { kind: 'a target that is too long', bytes: () => `GET /${'a'.repeat(17_000)} HTTP/1.1\r\n${host}\r\n` },
  { kind: 'a folded header', bytes: get('X-A: b\r\n c\r\n') },
  { kind: 'a blank before the colon', bytes: get('X-A : b\r\n') },
  { kind: 'a NUL in a header', bytes: get('X-A: \0\r\n') },
  { kind: 'a bare carriage return in a header', bytes: get('X-A: b\rX-B: c\r\n') },
  { kind: 'bare line feeds', bytes: (path) => `GET ${path} HTTP/1.1\nHost: shop.example\n\n` },
  { kind: 'a method nobody knows', bytes: send('FOO') },
  { kind: 'a method in small letters', bytes: send('get') },
  { kind: 'a version nobody knows', bytes: (path) => `GET ${path} HTTP/9.9\r\n${host}\r\n` },
  { kind: 'the preface of HTTP/2', bytes: () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n' },
  { kind: 'the beginning of TLS', bytes: () => '\u0016\u0003\u0001\u0002\u0000' },
  { kind: 'what is no request', bytes: () => 'hello\r\n\r\n' },
];

/** Requests that are answered, and whose response is the last of the connection. */
export const closing: readonly FirstRequest[] = [
  { kind: 'a request that asks to close', bytes: get('Connection: close\r\n') },
  { kind: 'one among other options that asks to close', bytes: get('Connection: foo, Close\r\n') },
  { kind: 'HTTP/1.0', bytes: (path) => `GET ${path} HTTP/1.0\r\n${host}\r\n` },
  {
    kind: 'a page of another host',
    bytes: (path) => `GET ${path} HTTP/1.1\r\nHost: other.example\r\n\r\n`,
    only: ['pages'],
  },
  {
    kind: 'a page that the server behind has for another host',
    bytes: () => `GET /misdirected HTTP/1.1\r\n${host}\r\n`,
    only: ['pages'],
  },
  { kind: 'an offer to upgrade', bytes: get('Connection: upgrade\r\nUpgrade: websocket\r\n') },
];
