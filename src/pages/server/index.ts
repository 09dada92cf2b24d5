/** `geolet/server`: pages written for their visitors by the server that makes them. */
import '../../http/refuse-old-node.ts';
export type { ConnectMiddleware } from './connect.ts';
export { createGeolet, type Geolet, type ServerOptions } from './geolet.ts';
export type { NodeRequest, NodeResponse } from './node-http.ts';
export type { PageVisitor } from './page-visitor.ts';
