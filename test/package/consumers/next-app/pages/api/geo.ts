import type { IncomingMessage, ServerResponse } from 'node:http';
import { env } from 'node:process';
import { createProxy } from 'geolet/proxy';
import { createNodeTransport, toNodeListener, widgetFilesIn } from 'geolet/proxy/node';

let listener: ReturnType<typeof toNodeListener> | undefined;

/** With the address of the connection, which a route of the app router is not told. */
export default function geo(request: IncomingMessage, response: ServerResponse): void {
  listener ??= toNodeListener(createProxy({ upstream: env.GEOLET_UPSTREAM ?? '', key: env.GEOLET_KEY, path: '/api/geo', expose: ['IP'], transport: createNodeTransport(), files: widgetFilesIn() }));
  listener(request, response);
}
