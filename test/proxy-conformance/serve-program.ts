/**
 * `geolet serve` with a service that a test can script: each answer comes from SCRIPTED_SERVICE, as the service of this
 * process would give it.
 */
import { env } from 'node:process';
import { runServe } from '../../src/command-line/serve.ts';
import { PlainAbortController } from '../../src/proxy/request/visitor-request.ts';
import { createNodeTransport } from '../../src/proxy/node/transport.ts';
import { passedHeaders } from '../../src/proxy/record/lookup.ts';
import { dataDateHeader, getVisitorData, visitorAddressHeader } from '../../src/record/operations.ts';
import * as service from '../../src/service/index.ts';

const ask = createNodeTransport();
const url = `${env['SCRIPTED_SERVICE']}${getVisitorData.path}`;

await runServe([], async () => ({
  ...service,
  openVisitorData: () => ({
    ...service.openVisitorData({ databases: { city: [], asn: [] } }),
    async answer(headers) {
      const sent = ['accept', 'authorization', 'x-request-id', visitorAddressHeader, ...passedHeaders].flatMap(
        (name) => {
          const value = headers.get(name);
          return value === null ? [] : [name, value];
        },
      );
      const request = { url, headers: sent, maxBodyBytes: 65_536, signal: new PlainAbortController() };
      const { status, headers: answered, text } = await ask(request);
      const kept = ['link', 'retry-after', dataDateHeader].flatMap((name) => {
        const value = answered.get(name);
        return value === null ? [] : [[name, value] as const];
      });
      return { status, headers: Object.fromEntries(kept), body: text };
    },
  }),
}));
