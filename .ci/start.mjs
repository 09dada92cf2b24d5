// The README's command that runs the product: it prints one address, and there are a page, its script, and a record.
import { spawn } from 'node:child_process';

const limitMs = 300_000;
const npm = spawn('npm', ['start'], { stdio: ['ignore', 'pipe', 'inherit'], detached: true });
const timer = setTimeout(() => end(`npm start printed no address within ${limitMs / 1000} s.`), limitMs);
npm.on('exit', () => end('npm start ended by itself.'));

let output = '';
for await (const chunk of npm.stdout.setEncoding('utf8')) {
  process.stdout.write(chunk);
  output += chunk;
  const address = /https?:\/\/[^\s]+/.exec(output)?.[0];
  if (address)
    await visit(address).then(
      () => end(),
      (error) => end(String(error)),
    );
}

async function visit(address) {
  const page = await answerOf(address);
  const script = /<script[^>]+src="([^"]*geolet[^"]*\.js)"/.exec(page)?.[1];
  if (!script) throw new Error(`The page at ${address} has no script tag of Geolet.`);
  await answerOf(new URL(script, address));
  const record = JSON.parse(await answerOf(new URL('/geo', address)));
  if (typeof record.isMobile !== 'boolean') throw new Error(`/geo answered ${JSON.stringify(record)}.`);
}

async function answerOf(url) {
  const response = await fetch(url, { signal: AbortSignal.timeout(30_000) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}.`);
  return response.text();
}

function end(failure) {
  clearTimeout(timer);
  npm.removeAllListeners('exit');
  // The whole group: npm and the programs below it.
  if (npm.exitCode === null && npm.pid !== undefined) process.kill(-npm.pid, 'SIGTERM');
  console.log(failure ?? 'npm start: the page, its script and a record are there.');
  process.exit(failure ? 1 : 0);
}
