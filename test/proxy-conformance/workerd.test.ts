import { Miniflare } from '../workers/packages.ts';
import { bundle, lyon } from '../workers/start-worker.ts';
import { runCases } from './run-cases.ts';

const script = await bundle('conformance');

/** A Worker on Cloudflare's own runtime. Cloudflare names the visitor, whatever the visitor wrote there. */
runCases({
  name: 'workerd',
  frontSettings: {},
  pass: (headers, visitor) => ({ ...headers, 'cf-connecting-ip': visitor }),
  addedHeaders: ['cf-worker'],
  async start(settings) {
    let output = '';
    const workerd = new Miniflare({
      modules: true,
      script,
      compatibilityDate: '2026-04-01',
      bindings: { SETTINGS: JSON.stringify(settings) },
      cf: lyon,
      handleRuntimeStdio: (...streams) => {
        for (const stream of streams) stream.on('data', (chunk) => (output += String(chunk)));
      },
    });
    const { origin } = await workerd.ready;
    return { url: origin, log: () => output, stop: () => workerd.dispose() };
  },
});
