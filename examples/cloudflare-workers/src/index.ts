import { createWorker } from 'geolet/proxy/workers';

export default createWorker(() => ({ upstream: 'host' }));
