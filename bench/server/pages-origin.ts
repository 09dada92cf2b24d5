/** The owner's pages: the head at once, the rest a moment later. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const laterMs = 20;

const server = createServer({ keepAliveTimeout: 60_000 }, (_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  response.write(
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title></head><body><p data-geo-text="{city}">you</p>',
  );
  setTimeout(() => response.end('<p data-geo-text="{country}">here</p></body></html>'), laterMs);
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
