import { renderToString } from 'react-dom/server';
import { startGeolet } from 'geolet';
import { Shop } from './shop.jsx';

export const html = renderToString(<Shop />);
/** On a server it knows nothing, and says so at once. */
export const visitor = await startGeolet().ready;
