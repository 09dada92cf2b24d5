/** `geolet serve` with the service's sources in place of its package. */
import { runServe } from '../../../src/command-line/serve.ts';
import * as service from '../../../src/service/index.ts';

await runServe([], async () => service);
