import { createVercelFunction } from 'geolet/proxy/vercel';

export default createVercelFunction();
