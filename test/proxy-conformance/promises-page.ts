import type { Case } from './case.ts';

/** The hosts that all rows run on, by the names that exceptions use, with the heading of their column. */
const hosts: ReadonlyMap<string, string> = new Map([
  ['node', 'Node'],
  ['serve', '`geolet serve`'],
  ['workerd', 'Workers'],
  ['wordpress', 'WordPress'],
]);

/** Of each file of cases. */
const headings: Readonly<Record<string, string>> = {
  addresses: 'Whose address it is',
  caching: 'Caches',
  exposure: 'What pages and the service get to know',
  'faulty-services': 'When the service fails',
  key: 'The key',
  origins: 'Who may ask',
  requests: 'Requests',
  'visitors-apart': 'Visitors are kept apart',
};

/** @returns docs/promises.md: each promise, and what a host does that cannot keep it. */
export function promisesPage(cases: readonly Case[]): string {
  const count = (host: string) => cases.filter((row) => reasonOn(host, row) !== undefined).length;
  const summary = [...hosts].map(
    ([host, heading]) => `| ${heading} | ${cases.length - count(host)} | ${count(host)} |`,
  );
  return `# What the proxy promises on every host

After this page you know what you can rely on, whichever host runs the proxy, and where a host differs.

Each line is a test that sends real requests to the running proxy: the program on Node, \`geolet serve\`, a Worker on Cloudflare's runtime, and the plugin in WordPress behind nginx. Where a line names no host, all four keep it. The page is written from these tests by \`npm run make -- promises\`; [the tests](../test/proxy-conformance/README.md) say how to run them.

| host | as promised | differs |
| --- | --- | --- |
${summary.join('\n')}

${Object.keys(headings)
  .map((subject) => section(subject, cases))
  .join('\n')}`;
}

function section(subject: string, cases: readonly Case[]): string {
  const rows = cases.filter((row) => row.subject === subject);
  const notes: string[] = [];
  const differing = (row: Case) =>
    [...hosts].flatMap(([host, heading]) => {
      const reason = reasonOn(host, row);
      if (reason === undefined) return [];
      const note = `${heading}: ${reason}`;
      if (!notes.includes(note)) notes.push(note);
      return `${heading} (${notes.indexOf(note) + 1})`;
    });
  const lines = rows.map((row) => {
    const names = differing(row);
    return `- ${escapeText(row.promise)}${names.length ? ` — differs: ${names.join(', ')}` : ''}`;
  });
  return [
    `## ${headings[subject]}`,
    '',
    ...lines,
    '',
    ...notes.map((note, index) => `${index + 1}. ${note}`),
    ...(notes.length ? [''] : []),
  ].join('\n');
}

function reasonOn(host: string, { steps }: Case): string | undefined {
  return steps.flatMap(({ exceptions }) => exceptions[host]?.because ?? [])[0];
}

const escapeText = (text: string): string => text.replaceAll('<', '&lt;');
