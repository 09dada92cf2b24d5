import express from 'express';
import { createNodeTransport, readEnvironment } from 'geolet/proxy/node';
import { createGeolet } from 'geolet/server';

// GEOLET_UPSTREAM, GEOLET_KEY, GEOLET_TRUST and all other settings of the proxy.
const { proxy, host, port, warnings } = readEnvironment({ PORT: '3000', ...process.env });
for (const line of warnings) console.error(line);

const geolet = createGeolet({ ...proxy, transport: createNodeTransport() });

const app = express();
app.use(geolet.middleware);
app.use(express.static('public'));
app.listen(port, host, () => console.log(`http://${host}:${port}`));
