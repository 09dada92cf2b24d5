import { startGeolet } from 'geolet';
