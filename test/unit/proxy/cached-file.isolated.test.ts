import { appendFile, cp, mkdir, mkdtemp, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { widgetFilesIn } from '../../../src/adapters/node/index.ts';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geolet-kept-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  vi.useFakeTimers({ toFake: ['performance', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
});

/** Writes a file, and makes it so long ago that it was changed. */
async function write(text: string, ms: number, name = 'geolet.js'): Promise<void> {
  await writeFile(join(folder, name), text);
  await lastChange(ms, name);
}

async function lastChange(ms: number, name = 'geolet.js'): Promise<void> {
  vi.setSystemTime((await stat(join(folder, name))).ctimeMs + ms);
}

const textOf = (file: { readonly body: Uint8Array } | undefined) => file && new TextDecoder().decode(file.body);

/** A proxy that has given this text, and gives what the test asks it for later. */
async function after(text: string, name = 'geolet.js') {
  await write(text, 60_000, name);
  const files = widgetFilesIn(folder);
  const read = async (accepted: readonly ('br' | 'gzip')[] = []) => textOf(await files('geolet.js', accepted));
  expect(await read(name.endsWith('.br') ? ['br'] : [])).toBe(text);
  return { files, read };
}

/** After which the file is looked at again. */
const aSecond = () => vi.advanceTimersByTime(1001);

describe('a file of the widget while the proxy runs', () => {
  it('comes from memory for a second', async () => {
    const { read } = await after('old');
    await rm(join(folder, 'geolet.js'));
    expect(await read()).toBe('old');
  });

  it('is forgotten when 1,024 others were asked for since, and one that is asked for all the while is not', async () => {
    const { files } = await after('the one that stays');
    const nameOf = (index: number) => `geolet-old.${String(index).padStart(8, '0')}.js`;
    const give = (index: number) => files(nameOf(index), []);
    for (let index = 0; index <= 1024; index++) await writeFile(join(folder, nameOf(index)), 'old');
    const stays = await files('geolet.js', []);
    const [first, second] = [await give(0), await give(1)];
    for (let index = 2; index <= 1022; index++) await give(index);
    expect((await give(0))?.body).toBe(first?.body);
    expect((await files('geolet.js', []))?.body).toBe(stays?.body);
    await give(1023);
    await give(1024);
    expect((await files('geolet.js', []))?.body).toBe(stays?.body);
    expect((await give(0))?.body).toBe(first?.body);
    const again = await give(1);
    expect(again).toEqual(second);
    expect(again?.body).not.toBe(second?.body);
  });

  it('stays although visitors ask for any number of files that are not there', async () => {
    const { files } = await after('here');
    const here = await files('geolet.js', []);
    await Promise.all(
      Array.from({ length: 2000 }, (_, index) =>
        files(`geolet-none.${String(index).padStart(8, '0')}.js`, ['br', 'gzip']),
      ),
    );
    expect((await files('geolet.js', []))?.body).toBe(here?.body);
  });

  it('is the new one once it was written over, with another tag', async () => {
    const { files, read } = await after('old');
    const before = await files('geolet.js', []);
    await write('new', 2000);
    aSecond();
    expect(await read()).toBe('new');
    expect((await files('geolet.js', []))?.etag).not.toBe(before?.etag);
  });

  it('is the same where nothing has changed, and is not read again', async () => {
    const { files } = await after('old');
    const before = (await files('geolet.js', []))?.body;
    aSecond();
    expect((await files('geolet.js', []))?.body).toBe(before);
  });

  it('is the older one while the new one is being written, for as long as that takes', async () => {
    const { read } = await after('old');
    await writeFile(join(folder, 'geolet.js'), 'ne');
    for (const more of ['w', 'er', 'est']) {
      await lastChange(500);
      aSecond();
      await lastChange(500);
      expect(await read()).toBe('old');
      await appendFile(join(folder, 'geolet.js'), more);
    }
    await lastChange(1500);
    aSecond();
    expect(await read()).toBe('newerest');
  });

  it('is the new one where a release takes the place of another by its name, of the same size and time', async () => {
    await mkdir(join(folder, '1'));
    const time = new Date('1985-10-26T08:15:00Z');
    await writeFile(join(folder, '1', 'geolet.js'), 'one');
    await cp(join(folder, '1'), join(folder, '2'), { recursive: true });
    await writeFile(join(folder, '2', 'geolet.js'), 'two');
    for (const release of ['1', '2']) await utimes(join(folder, release, 'geolet.js'), time, time);
    await symlink('1', join(folder, 'current'));
    vi.setSystemTime(Date.now() + 60_000);
    const files = widgetFilesIn(join(folder, 'current'));
    const read = async () => textOf(await files('geolet.js', []));
    expect(await read()).toBe('one');
    await symlink('2', join(folder, 'next'));
    await rename(join(folder, 'next'), join(folder, 'current'));
    aSecond();
    expect(await read()).toBe('two');
  });

  it('is given for a minute after it is gone, since a build makes its folder anew, and then no more', async () => {
    const { read } = await after('old');
    await rm(join(folder, 'geolet.js'));
    vi.advanceTimersByTime(55_000);
    expect(await read()).toBe('old');
    vi.advanceTimersByTime(6000);
    expect(await read()).toBeUndefined();
    await write('new', 2000);
    expect(await read()).toBe('new');
  });

  it('is found when it comes later', async () => {
    const files = widgetFilesIn(folder);
    expect(await files('geolet.js', ['br'])).toBeUndefined();
    const { read } = await after('late', 'geolet.js.br');
    expect(await read(['br'])).toBe('late');
    expect((await files('geolet.js', ['br']))?.encoding).toBe('br');
  });

  it('is never half of what somebody is writing, also when nobody has read it before', async () => {
    const file = join(folder, 'geolet.js');
    const rest = ['second, ', 'third'];
    /** What happens while the proxy waits whether the file comes to rest. */
    const meanwhile = async () => {
      const piece = rest.shift();
      if (piece !== undefined) await appendFile(file, piece);
      // However slow the machine is that writes.
      await lastChange(piece === undefined ? 60_000 : 1);
    };
    vi.resetModules();
    vi.doMock('node:timers/promises', () => ({ setTimeout: meanwhile }));
    onTestFinished(() => {
      vi.doUnmock('node:timers/promises');
      vi.resetModules();
    });
    const waiting = await import('../../../src/adapters/node/index.ts');
    await write('first, ', 1);
    expect(textOf(await waiting.widgetFilesIn(folder)('geolet.js', []))).toBe('first, second, third');
  });

  it('is read once for all who ask at once, first and when it was written over', async () => {
    const files = widgetFilesIn(folder);
    for (const text of ['old', 'new']) {
      await write(text, 2000);
      aSecond();
      const answers = await Promise.all(Array.from({ length: 50 }, () => files('geolet.js', [])));
      expect([textOf(answers[0]), new Set(answers.map((file) => file?.body)).size]).toEqual([text, 1]);
    }
  });

  it('is none where it is a folder', async () => {
    await mkdir(join(folder, 'geolet.js'));
    expect(await widgetFilesIn(folder)('geolet.js', [])).toBeUndefined();
  });
});
