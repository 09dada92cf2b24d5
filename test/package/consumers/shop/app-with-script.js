import 'geolet/geolet.js';
import './app.js';
