/** The parts for a Node server of your own. */
import '../../http/refuse-old-node.ts';
export { type NodeSettings, readEnvironment } from './environment.ts';
export { widgetFilesIn } from '../../proxy/node/files.ts';
export { type Handler, toNodeListener } from '../../proxy/node/listener.ts';
export { openNodeTransport } from '../../proxy/node/open-transport.ts';
export { createPagesListener } from '../../pages/node/pages-listener.ts';
export { createNodeServer, drain, type ServerOptions } from '../../proxy/node/server.ts';
export { createNodeTransport } from '../../proxy/node/transport.ts';
