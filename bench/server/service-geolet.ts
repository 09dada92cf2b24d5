import { listen } from '../../src/service/node.ts';
import { service } from './service-handler.ts';

const { url } = await listen(service, { host: '127.0.0.1', port: 0 });
console.log(url);
