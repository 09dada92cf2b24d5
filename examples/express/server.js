import express from 'express';
import { createNodeTransport, widgetFilesIn } from 'geolet/proxy/node';
import { createGeolet } from 'geolet/server';

const { GEOLET_UPSTREAM, GEOLET_KEY, GEOLET_TRUST, HOST = '127.0.0.1', PORT = '3000' } = process.env;

const geolet = createGeolet({
  upstream: GEOLET_UPSTREAM ?? '',
  key: GEOLET_KEY,
  trust: Number(GEOLET_TRUST) || 'none',
  transport: createNodeTransport(),
  files: widgetFilesIn(),
});

const app = express();
app.use(geolet.middleware);
app.use(express.static('public'));
app.listen(Number(PORT), HOST, () => console.log(`http://${HOST}:${PORT}`));
