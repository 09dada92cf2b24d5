import { startGeolet } from 'geolet';
import 'geolet/elements/geo-flag';

globalThis.shopGeolet = startGeolet({ endpoint: '/geo', storage: 'off' });
