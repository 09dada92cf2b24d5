/** The commands of `npx geolet`. Loads only the file of the one that is asked for. */
import { argv } from 'node:process';
import { print, printable, printError, printThrown } from '../http/terminal.ts';
import { didYouMean } from '../http/argument-problem.ts';
import { isSystemError } from '../http/system-error.ts';

const [, , name = '', ...rest] = argv;

const commands: Readonly<Record<string, { readonly summary: string; run(): Promise<unknown> }>> = {
  dev: {
    summary: 'serves a folder with the widget and a /geo for the visitor that you choose: no proxy, no key',
    run: async () => (await import('./dev.ts')).runDev(rest),
  },
  init: {
    summary:
      'copies an example that is ready to deploy: Workers, Vercel, Netlify, nginx, a container, Express, Astro …',
    run: async () => (await import('./init.ts')).runInit(rest),
  },
  doctor: {
    summary: 'looks at a page and its record through your caches, and says what is wrong',
    run: async () => (await import('./doctor.ts')).runDoctor(rest),
  },
  snippet: {
    summary: 'prints what to paste for a right first frame, and its Content Security Policy hash',
    run: async () => (await import('./snippet.ts')).printSnippet(rest),
  },
  'update-rates': {
    summary: 'fetches exchange rates of the European Central Bank, checks them, and writes a file for converted prices',
    run: async () => (await import('./update-rates.ts')).runUpdateRates(rest),
  },
  serve: {
    summary: 'answers /geo and serves the widget: service and proxy in one process, without a key',
    run: async () => (await import('./serve.ts')).runServe(rest),
  },
  proxy: {
    summary: 'the proxy alone, which asks a service elsewhere; settings come from the environment',
    run: async () => (await import('./proxy.ts')).runProxy(rest),
  },
};

const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (command)
  await command.run().catch((error: unknown) => {
    if (isSystemError(error)) printError(`geolet ${name}: ${printable(error.message)}`);
    else printThrown(error);
    process.exitCode = 1;
  });
else {
  const isForHelp = name === '' || /^(-h|--help|help)$/.test(name);
  const lines = Object.entries(commands).map(([key, { summary }]) => `  geolet ${key.padEnd(12)} ${summary}`);
  (isForHelp ? print : printError)(
    [
      ...(isForHelp
        ? []
        : [`geolet: there is no command ${JSON.stringify(name)}.${didYouMean(name, Object.keys(commands))}`, '']),
      ...lines,
    ].join('\n'),
  );
  process.exitCode = isForHelp ? 0 : 1;
}
