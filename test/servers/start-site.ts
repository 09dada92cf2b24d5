import { createServer, type Server } from 'node:http';
import { siteAddress } from './web-servers.ts';

/** The owner's pages, which any cache may keep. Each says how often pages were made. */
export async function startSite(): Promise<Server> {
  let made = 0;
  const head = '<title>Shop</title><script async src="/geolet.js" data-endpoint="/geo"></script>';
  const page = (path: string) =>
    `<!doctype html><html lang="en"><head>${head}</head><body><p>Page ${path}, made ${++made}</p><a href="https://db-ip.com">IP Geolocation by DB-IP</a></body></html>`;
  const server = createServer(({ url = '' }, response) => {
    if (url === '/moved') return response.writeHead(301, { location: `http://${siteAddress}/` }).end();
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'public, max-age=600' })
      .end(page(url));
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(Number(siteAddress.split(':')[1]), '127.0.0.1', resolve));
  return server;
}

export async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  await closed;
}
