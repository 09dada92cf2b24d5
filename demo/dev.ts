/** `npm run dev`: the demo with the widget as its sources are now. Each save reloads the page. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createBuilder, createServer } from 'vite';
import { obeySignals } from '../src/http/signals.ts';
import { listen } from './listen.ts';
import { createDemoServer } from './server.ts';
import { startService } from './service.ts';

const { upstream, key, stop } = await startService();
const server = createDemoServer({
  upstream,
  key,
  log: () => undefined,
  answer,
  change: (html) => html.replace('<head>', '<head><script type="module" src="/@vite/client"></script>'),
});
const vite = await createServer({
  configFile: false,
  appType: 'custom',
  server: { middlewareMode: true, hmr: { server } },
});
const builder = await createBuilder({ mode: 'development', logLevel: 'warn' });
/** The files that pages have asked for since the last save, by the name of their build. */
const built = new Map<string, Promise<string>>();

vite.watcher.on('all', (_event, path) => {
  if (!/\/(src|demo\/page)\//.test(path)) return;
  built.clear();
  vite.ws.send({ type: 'full-reload' });
});

/** The widget's files, and what Vite reloads pages with. */
function answer(request: IncomingMessage, response: ServerResponse): boolean {
  const [path = ''] = (request.url ?? '').split('?');
  const [, name] = /^\/geolet(?:-([a-z]+)(?:\.development)?)?\.js$/.exec(path) ?? [];
  const environment = path === '/geolet.js' ? 'geolet' : name;
  const isBuilt = environment !== undefined && builder.environments[environment] !== undefined;
  if (isBuilt)
    fileOf(environment).then(
      (code) => response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-store' }).end(code),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  else if (/^\/(@vite|node_modules\/vite)\//.test(path)) vite.middlewares(request, response);
  else return false;
  return true;
}

/** Builds a file once it is asked for: most pages load few of them. */
function fileOf(name: string): Promise<string> {
  const found = built.get(name) ?? build(name);
  built.set(name, found);
  return found;
}

async function build(name: string): Promise<string> {
  const environment = builder.environments[name];
  const result = environment && (await builder.build(environment));
  const [file] = [result ?? []].flat().flatMap((output) => ('output' in output ? output.output : []));
  if (file?.type !== 'chunk') throw new Error(`${name} makes no script`);
  return file.code;
}

console.log(`\n  Geolet's demo, as you write it:  ${await listen(server, 'The demo')}\n`);
obeySignals(() => void Promise.all([vite.close(), stop()]).then(() => process.exit()));
