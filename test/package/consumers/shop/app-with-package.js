import { startGeolet } from 'geolet';
import 'geolet/elements/geo-currency';
import 'geolet/elements/geo-if';
import './app.js';

startGeolet();
