/** `geolet serve` as it runs, but for a limit that this load would reach. */
import type { AddressInfo } from 'node:net';
import { openServeProgram } from '../../src/command-line/serve/serve-program.ts';
import { createNodeServer, toNodeListener } from '../../src/adapters/node/index.ts';
import { createResponder } from '../../src/proxy/proxy.ts';
import * as service from '../../src/service/index.ts';

const environment = {
  GEOLET_TRUST: '1',
  GEOLET_EXPOSE: 'IP',
  GEOLET_LIMIT: '1000000',
  GEOLET_UPDATE: 'off',
  // The same file: a bundle does not find it beside itself.
  GEO_ASN_DB: 'src/service/geo/networks.generated.mmdb',
};
const { settings } = await openServeProgram(service, environment, undefined);
const server = createNodeServer(toNodeListener(createResponder(settings.proxy)));
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
