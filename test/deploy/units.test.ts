import { bankFile } from '../support/bank-file.ts';
import { replaceText } from '../support/replace-text.ts';
import { lastPublicationDay } from '../../src/proxy/node/rates/publication-days.ts';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findNewestNode } from '../newest-node/binary.ts';
import { writeMmdb } from '../support/mmdb-writer.ts';
import { commandsOf } from './documentation.ts';
import { Machine } from './machine.ts';

const onePage = 'docs/own-server.md';
const page = 'docs/running-at-scale.md';
const heading = 'From one program to two';
const networks = {
  '140.77.0.0/16': { country: { iso_code: 'FR' }, city: { names: { en: 'Lyon' } }, autonomous_system_number: 1945 },
};
const month = new Date().toISOString().slice(0, 7);
const mirror = createServer(({ url }, response) => {
  if (url === '/daily.xml') return void response.end(bankFile(lastPublicationDay(Date.now())));
  const [, kind = ''] = new RegExp(`^/dbip-(city|asn)-lite-${month}\\.mmdb\\.gz$`).exec(url ?? '') ?? [];
  return void response
    .writeHead(kind === '' ? 404 : 200)
    .end(
      gzipSync(
        writeMmdb({ databaseType: `DBIP-${kind}`, networks: { ...networks, '8.8.8.0/24': networks['140.77.0.0/16'] } }),
      ),
    );
});

beforeAll(async () => {
  await new Promise<void>((resolve) => mirror.listen(0, '127.0.0.1', resolve));
});

afterAll(() => void mirror.close());

const service = 'http://127.0.0.1:8090';
const proxy = 'http://127.0.0.1:8787';
const patience = { timeout: 60_000, interval: 100 };

/** Undefined while there is no response. */
const statusOf = (url: string, init?: RequestInit) =>
  fetch(url, init).then(
    ({ status }) => status,
    () => undefined,
  );

const nodes = [
  ['this Node', process.execPath],
  ['the newest Node', findNewestNode() ?? 'no newest Node'],
] as const;

/** @param wrong lines of the file of settings, with what the log must say of each. */
async function expectRefusedStart(
  machine: Machine,
  unit: string,
  file: string,
  wrong: Readonly<Record<string, string>>,
) {
  const path = `/etc/geolet/${file}`;
  await machine.must(`systemctl stop ${unit} && cp ${path} /root/kept.env`);
  await machine.must(
    Object.keys(wrong)
      .map((line) => `echo '${line}' >> ${path}`)
      .join(' && '),
  );
  const since = await machine.must("date '+%Y-%m-%d %H:%M:%S'");
  const { status, errors } = await machine.run(`systemctl start ${unit}`);
  expect([status, errors]).toEqual([1, expect.stringContaining(`Job for ${unit}.service failed`)]);
  const log = await machine.must(`journalctl --output cat --unit ${unit} --since '${since}'`);
  for (const reason of Object.values(wrong)) expect(log).toContain(reason);
  expect(await machine.must(`systemctl show --property=ActiveState,NRestarts,ExecMainStatus --value ${unit}`)).toBe(
    '0\n78\nfailed',
  );
  await machine.must(`mv /root/kept.env ${path} && systemctl start ${unit}`);
}

describe.each(nodes)('a Debian with systemd and %s, after the commands of docs/own-server.md', (_name, node) => {
  const machine = new Machine();

  beforeAll(() => machine.boot(node));
  afterAll(() => machine.shutDown());

  const property = async (name: string) => machine.must(`systemctl show --property=${name} --value geolet`);
  const record = async () => (await fetch(`${proxy}/geo`, { headers: { 'x-forwarded-for': '140.77.1.1' } })).json();
  const isReady = () => statusOf(`${proxy}/geolet-ready`);

  it('runs one program, as a user of its own, with the data that come along', async () => {
    const [commands = ''] = commandsOf(onePage, '2. ');
    expect(await machine.must(`set -e\n${commands}`)).toMatch(/"status": ?"ready".*"dataAgeDays": ?\d+/);
    expect(await record()).toMatchObject({ countryCode: 'FR' });
    expect(await statusOf(`${proxy}/geolet.js`)).toBe(200);
    expect(await statusOf(`${service}/ready`)).toBe(undefined);
    expect(await machine.must(`stat --format %u /proc/${await property('MainPID')}`)).not.toBe('0');
  });

  it('takes new data that root fetched, in the same process', async () => {
    const [fetching = ''] = commandsOf(onePage, '6. ');
    const before = await property('MainPID');
    await machine.must(`set -e\n${fetching}`, {
      GEO_UPDATE_URL: `http://127.0.0.1:${(mirror.address() as AddressInfo).port}`,
    });
    await expect
      .poll(() => machine.must('journalctl --output cat --unit geolet'), patience)
      .toContain('new geo data were taken');
    expect(await property('MainPID')).toBe(before);
    // Others than the one in the proxy's cache.
    const other = await fetch(`${proxy}/geo`, { headers: { 'x-forwarded-for': '140.77.2.2' } });
    expect(await other.json()).toMatchObject({ countryCode: 'FR', city: 'Lyon' });
  });

  it('stops in order, and starts again after SIGKILL', async () => {
    await machine.must('systemctl stop geolet');
    expect([await property('ActiveState'), await property('Result'), await property('ExecMainStatus')]).toEqual([
      'inactive',
      'success',
      '0',
    ]);
    await machine.must('systemctl start geolet');
    await expect.poll(isReady, patience).toBe(200);
    const before = await property('MainPID');
    await machine.must('systemctl kill --kill-who=main --signal=SIGKILL geolet');
    await expect.poll(async () => (await property('MainPID')) !== before && (await isReady()), patience).toBe(200);
  });

  it('is not started with a wrong setting: systemctl says so, the log says all of it, and it is not tried again', async () => {
    await expectRefusedStart(machine, 'geolet', 'geolet.env', {
      'GEOLET_TRUST=yes': 'has "yes": write the number of servers in front, such as 1',
      'GEOLET_LIMIT=many': 'is "many": give a whole number from 0 to 1000000',
      'GEO_CITY_DB=/nowhere.mmdb': "GEO_CITY_DB: /nowhere.mmdb can't be read",
    });
    await expect.poll(isReady, patience).toBe(200);
  });

  it('is not taken for another program that has its port', async () => {
    await machine.must('systemctl stop geolet');
    const other = `node -e "require('http').createServer((q, a) => a.end('{}')).listen(8787, '127.0.0.1')"`;
    await machine.must(`systemd-run --quiet --unit other ${other}`);
    await expect.poll(isReady, patience).toBe(200);
    const { status } = await machine.run('systemctl start geolet');
    expect([status, await property('Result')]).not.toEqual([0, 'success']);
    expect(await machine.must('journalctl --output cat --unit geolet')).toContain(
      "It can't listen at 127.0.0.1, port 8787",
    );
    // Once the port is free, it comes by itself.
    await machine.must('systemctl stop other');
    await expect
      .poll(async () => machine.run('curl -fs http://127.0.0.1:8787/geo').then(({ status }) => status), patience)
      .toBe(0);
  });

  it('takes a release', async () => {
    await machine.must(`set -e\n${commandsOf(onePage, '6. ')[1] ?? ''}`);
    await expect.poll(isReady, patience).toBe(200);
    expect(await record()).toMatchObject({ countryCode: 'FR' });
  });

  it('has heard of no system call that the unit forbids', async () => {
    expect(await machine.must('journalctl --output cat --unit geolet')).not.toMatch(/status=31\/SYS/);
  });

  it('leaves nothing after the commands of docs/upgrading.md', async () => {
    const [commands = ''] = commandsOf('docs/upgrading.md', 'Taking it out');
    await machine.must(`set -e\n${commands}`);
    expect(await isReady()).toBe(undefined);
    expect(await machine.must('find /srv /etc /var/lib -name "*geolet*"')).toBe('');
  });
});

describe.each(nodes)('a Debian with systemd and %s, after the commands of docs/running-at-scale.md', (_name, node) => {
  const machine = new Machine();
  let key = '';

  beforeAll(() => machine.boot(node));
  afterAll(() => machine.shutDown());

  const property = async (unit: string, name: string) =>
    machine.must(`systemctl show --property=${name} --value ${unit}`);
  const record = async () => (await fetch(`${proxy}/geo`, { headers: { 'x-forwarded-for': '140.77.1.1' } })).json();
  const asked = (bearer: string) =>
    statusOf(`${service}/beta/api/get-visitor-data`, {
      headers: { authorization: `Bearer ${bearer}`, 'x-visitor-ip': '140.77.1.1' },
    });
  const makeKey = async (command: string) => {
    const [made = ''] = /^geolet_\w+$/m.exec(await machine.must(command)) ?? [];
    expect(made).not.toBe('');
    return made;
  };

  it('runs the service, which takes over the store that root made', async () => {
    const [commands = ''] = commandsOf(page, heading);
    const printed = await machine.must(`set -e\n${commands}`, {
      GEO_UPDATE_URL: `http://127.0.0.1:${(mirror.address() as AddressInfo).port}`,
    });
    key = /^geolet_\w+$/m.exec(printed)?.[0] ?? '';
    expect(printed).toMatch(/dbip-city-lite\.mmdb: data of/);
    expect(printed).toMatch(/"status": ?"ready"/);
    expect(await asked(key)).toBe(200);
    const pid = await property('geolet-service', 'MainPID');
    const [owner, user] = await Promise.all([
      machine.must('stat --format %u /var/lib/geolet/service.db'),
      machine.must(`stat --format %u /proc/${pid}`),
    ]);
    expect(owner).toBe(user);
    expect(user).not.toBe('0');
  });

  it('runs the proxy, which answers with the record', async () => {
    const [, commands = ''] = commandsOf(page, heading);
    await machine.must(`set -e\n${replaceText(commands, 'GEOLET_KEY=…', `GEOLET_KEY=${key}`)}`);
    expect(await record()).toMatchObject({ countryCode: 'FR', city: 'Lyon' });
    expect(await statusOf(`${proxy}/geolet.js`)).toBe(200);
    expect(await machine.must(`stat --format %u /proc/${await property('geolet-proxy', 'MainPID')}`)).not.toBe('0');
  });

  it('keeps exchange rates in a folder of the proxy, also those that root accepts', async () => {
    const served = () => statusOf(`${proxy}/geolet-rates.json`);
    await machine.must('echo GEOLET_RATES=ecb >> /etc/geolet/proxy.env && systemctl restart geolet-proxy');
    expect(await served()).toBe(404);
    const from = `http://127.0.0.1:${(mirror.address() as AddressInfo).port}/daily.xml`;
    const file = '/var/lib/geolet-proxy/geolet-rates.json';
    await machine.must(`cd /srv/geolet-proxy && umask 077 && npx geolet update-rates ${file} --from ${from} --accept`);
    await machine.must('systemctl restart geolet-proxy');
    await expect.poll(served, patience).toBe(200);
    const pid = await property('geolet-proxy', 'MainPID');
    expect(await machine.must(`stat --format '%u %a' ${file}`)).toBe(
      `${await machine.must(`stat --format %u /proc/${pid}`)} 600`,
    );
  });

  it('stops both in order', async () => {
    await machine.must('systemctl stop geolet-service geolet-proxy');
    for (const unit of ['geolet-service', 'geolet-proxy']) {
      expect([
        await property(unit, 'ActiveState'),
        await property(unit, 'Result'),
        await property(unit, 'ExecMainStatus'),
      ]).toEqual(['inactive', 'success', '0']);
    }
    // From here on without the pause for load balancers.
    await machine.must(
      'echo DRAIN_SECONDS=0 >> /etc/geolet/service.env && systemctl start geolet-service geolet-proxy',
    );
    await expect.poll(() => statusOf(`${service}/ready`), patience).toBe(200);
    await expect.poll(() => statusOf(`${proxy}/geolet-ready`), patience).toBe(200);
  });

  it.each([
    ['geolet-service', 'service.env', { 'KEY_LIMIT=lots': 'KEY_LIMIT is "lots": write requests/seconds' }],
    ['geolet-proxy', 'proxy.env', { 'GEOLET_UPSTREAM=geo': '(GEOLET_UPSTREAM) is not a URL: write scheme and host' }],
  ])('does not start %s with a wrong setting, and does not try again', async (unit, file, wrong) => {
    await expectRefusedStart(machine, unit, file, wrong);
  });

  it('takes new data at a reload, in the same process', async () => {
    const before = await property('geolet-service', 'MainPID');
    await machine.must('systemctl reload geolet-service');
    await expect
      .poll(() => machine.must('journalctl --output cat --unit geolet-service'), patience)
      .toContain('new geo data were taken');
    expect(await property('geolet-service', 'MainPID')).toBe(before);
  });

  it('takes a key that root makes while it runs, and has it after a restart', async () => {
    const [, , , command = ''] = commandsOf(page, heading);
    const second = await makeKey(command);
    expect(await asked(second)).toBe(200);
    await machine.must('systemctl restart geolet-service');
    await expect.poll(() => asked(second), patience).toBe(200);
    expect(await asked(key)).toBe(200);
  });

  it('takes over a back-up that root restored', async () => {
    const backUp =
      'cd /srv/geolet-service && npx geolet-service store backup /root/backup.db --settings /etc/geolet/service.env';
    await machine.must(
      `${backUp} && systemctl stop geolet-service && cd /var/lib/geolet && rm service.db* && cp /root/backup.db service.db && chmod 600 service.db && systemctl start geolet-service`,
    );
    await expect.poll(() => asked(key), patience).toBe(200);
  });

  it.each([
    ['geolet-service', 'SIGKILL', `${service}/ready`],
    ['geolet-service', 'SIGSEGV', `${service}/ready`],
    ['geolet-proxy', 'SIGKILL', `${proxy}/geolet-ready`],
    ['geolet-proxy', 'SIGABRT', `${proxy}/geolet-ready`],
  ])('starts %s again after %s', async (unit, signal, url) => {
    const before = await property(unit, 'MainPID');
    await machine.must(`systemctl kill --kill-who=main --signal=${signal} ${unit}`);
    await expect
      .poll(async () => (await property(unit, 'MainPID')) !== before && (await statusOf(url)), patience)
      .toBe(200);
  });

  it.each([
    ['geolet-service', `${service}/ready`],
    ['geolet-proxy', `${proxy}/geolet-ready`],
  ])('has %s up again whatever moment of its start a SIGHUP meets', async (unit, url) => {
    // Sent as often as the shell can, until it answers: it is killed where Node itself has not started yet, and comes
    // back.
    await machine.must(
      `systemctl restart --no-block ${unit} && for n in $(seq 40); do systemctl kill --kill-who=main --signal=SIGHUP ${unit} || true; done`,
    );
    await expect.poll(() => statusOf(url), patience).toBe(200);
  });

  it('takes a release', async () => {
    await machine.must(`set -e\n${commandsOf(page, heading)[5] ?? ''}`);
    await expect.poll(() => statusOf(`${service}/ready`), patience).toBe(200);
    await expect.poll(() => record().catch(() => undefined), patience).toMatchObject({ countryCode: 'FR' });
  });

  it('has heard of no system call that the units forbid', async () => {
    expect(await machine.must('journalctl --output cat --unit geolet-service --unit geolet-proxy')).not.toMatch(
      /status=31\/SYS/,
    );
  });

  it('leaves nothing after the commands of docs/upgrading.md', async () => {
    const [, commands = ''] = commandsOf('docs/upgrading.md', 'Taking it out');
    await machine.must(`set -e\n${commands}`);
    expect(await statusOf(`${service}/ready`)).toBe(undefined);
    expect(await statusOf(`${proxy}/geolet-ready`)).toBe(undefined);
    expect(await machine.must('find /srv /etc /var/lib -name "*geolet*"')).toBe('');
  });
});
