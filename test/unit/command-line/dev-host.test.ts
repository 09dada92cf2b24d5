import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { createDevHandler } from '../../../src/command-line/dev-handler.ts';

async function answerAt(url: string, host: string): Promise<{ status: number; text: string }> {
  const handler = createDevHandler({ folder: tmpdir(), words: 'JP', host, report: () => {} });
  const answer = await handler(new Request(url), { ip: '127.0.0.1' });
  const text = answer instanceof Response ? await answer.text() : String(answer.body);
  return { status: answer.status, text };
}

it.each(['evil.example', '192.0.2.1', '128.0.0.1', 'localhost.example', '[2001:db8::1]'])(
  'a server for this machine refuses %s, whose page may point its name here',
  async (name) => {
    expect(await answerAt(`http://${name}:8080/geo`, 'localhost')).toEqual({
      status: 403,
      text: expect.stringContaining(`answers at localhost, not at ${name}. Let others in with --host.`),
    });
  },
);

it.each(['localhost', 'shop.localhost', '127.0.0.1', '127.1.2.3', '[::1]'])('and answers at %s', async (name) => {
  expect((await answerAt(`http://${name}:8080/geo`, '127.0.0.1')).status).toBe(200);
});

it('a server that others are let in to answers at any name', async () => {
  expect((await answerAt('http://shop.example:8080/geo', '0.0.0.0')).status).toBe(200);
});
