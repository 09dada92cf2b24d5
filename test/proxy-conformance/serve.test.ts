import { runCases } from './run-cases.ts';
import { behindOneServer, startProgram } from './start-program.ts';

/** `geolet serve`, behind one web server. Its service is in its own process, so it has neither upstream nor keys. */
runCases({
  name: 'serve',
  ...behindOneServer,
  addedHeaders: [],
  start(settings) {
    const isOfNoUse = (name: string) => ['upstream', 'allowHttp', 'key', 'secondKey'].includes(name);
    const own = Object.entries(settings).filter(([name]) => !isOfNoUse(name));
    return startProgram('serve-program.ts', Object.fromEntries(own), {
      SCRIPTED_SERVICE: String(settings['upstream']),
    });
  },
});
