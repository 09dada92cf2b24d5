import { runCases } from './run-cases.ts';
import { behindOneServer, startProgram } from './start-program.ts';

/** `geolet proxy`, behind one web server. */
runCases({
  name: 'node',
  ...behindOneServer,
  addedHeaders: [],
  start: (settings) => startProgram('../../src/adapters/node.ts', settings),
});
