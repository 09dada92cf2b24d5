import type { Task } from '../scripts/task.ts';

/** `npm test -- <name>`: what takes longer than `npm test`, or needs more than Node and a browser. `.ci/suites` says what runs when. */
export const suites: Readonly<Record<string, Task>> = {
  programs: {
    about: 'the programs, started as users start them, and what every proxy promises',
    file: 'test/programs/run.ts',
  },
  'browser-rare': {
    about: 'what a visitor or owner seldom meets, in Chromium, tagged @rare',
    file: 'playwright.config.ts',
    builds: true,
    args: ['--project=rare'],
  },
  'browser-release': {
    about: 'looks of demo and site, and full matrices, in Chromium, tagged @release',
    file: 'playwright.config.ts',
    builds: true,
    args: ['--project=release'],
  },
  engines: { about: 'a smaller set in Chromium, Firefox and WebKit', file: 'test/engines/run.ts' },
  'newest-node': {
    about: 'the unit tests on Node 26, whatever is installed, but for rooms that read texts alone; test/unit runs all',
    file: 'test/newest-node/run.ts',
  },
  workers: { about: "the proxy's promises, and pages, on workerd", file: 'test/workers/run.ts' },
  hosts: { about: "the proxy as a function, in Vercel's and Netlify's local runtimes", file: 'test/hosts/run.ts' },
  package: {
    about: 'the packed package, installed, with bundlers, frameworks and other middleware',
    file: 'test/package/run.ts',
  },
  frameworks: {
    about: 'pages of React, Vue, Svelte, Angular, Lit, Preact, Solid, htmx, Turbo and Alpine',
    file: 'test/frameworks/playwright.config.ts',
    builds: true,
    packages: 'test/frameworks',
  },
  'random-pages': {
    about: 'random pages in the browser and as servers write them; --count 5000 --seed 7 makes others',
    file: 'test/random-pages/run.ts',
  },
  'opt-out': {
    about:
      'who may opt out, by place, browser, choice and consent, on pages, Node, Workers and WordPress, and beside c15t; --half takes each second visitor',
    file: 'test/opt-out/run.ts',
  },
  prices: {
    about:
      'one price on the page, in structured data, in scripts and for the doctor: 50 shops, 8 visitors and 4 links on all hosts; --shops 5 takes fewer',
    file: 'test/prices/run.ts',
  },
  growth: { about: 'that no input costs more than its size, in processor time', file: 'test/growth/run.ts' },
  oracle: {
    about:
      'schedules and delivery dates beside Temporal, in 100,000 cases of each, and each minute around clock changes',
    file: 'test/oracle/run.ts',
  },
  lighthouse: {
    about: 'what Lighthouse gives the built site; --performance prints the medians of five',
    file: 'test/lighthouse/run.ts',
    packages: 'test/lighthouse',
  },
  mutants: {
    about: 'small changes of what guards something, each of which a test must notice; some 12 minutes',
    file: 'scripts/mutants/run.ts',
    packages: 'scripts/mutants',
  },
  servers: {
    about: 'the recipes for web servers, in the servers themselves; installs them with apt as root',
    file: 'test/servers/run.ts',
    builds: true,
  },
  'header-visits': {
    about:
      'first visits from every country to stored pages whose header names it, in Chromium and by the rules; --visits 1000000 --in-browser 20000 makes more',
    file: 'test/header-visits/run.ts',
    builds: true,
  },
  scale: {
    about: 'copies of the service over PostgreSQL and Redis; installs them with apt as root',
    file: 'test/scale/run.ts',
  },
  wordpress: {
    about: 'the plugin in a WordPress; installs it with apt as root',
    file: 'test/wordpress/run.ts',
    builds: true,
    packages: 'test/wordpress/versions',
  },
  'screen-reader': {
    about: 'what Orca says of pages in Firefox; installs both with apt as root',
    file: 'test/screen-reader/run.ts',
    builds: true,
  },
  deploy: {
    about: 'the systemd units and the container file, as root on Linux; installs systemd-nspawn with apt',
    file: 'test/deploy/run.ts',
  },
};
