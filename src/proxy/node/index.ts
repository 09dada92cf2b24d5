/** The parts for a Node server of your own. */
import '../../http/refuse-old-node.ts';
export { type NodeSettings, readEnvironment } from './environment.ts';
export { widgetFilesIn } from './files.ts';
export { type Handler, toNodeListener } from './listener.ts';
export { openNodeTransport } from './open-transport.ts';
export { createPagesListener } from '../../pages/node/pages-listener.ts';
export { createNodeServer, drain, type ServerOptions } from './server.ts';
export { createNodeTransport } from './transport.ts';
