import { createNetlifyFunction } from 'geolet/proxy/netlify';

export default createNetlifyFunction();

export const config = { path: '/geo' };
