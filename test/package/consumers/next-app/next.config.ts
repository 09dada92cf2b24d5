import { resolve } from 'node:path';

// Cache Components have Next.js make at build whatever does not wait for a request, routes too. The root is the nearest folder with a lockfile.
export default { cacheComponents: true, partialPrefetching: true, turbopack: { root: resolve(import.meta.dirname, '../..') } };
