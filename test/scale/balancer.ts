import { Agent, request } from 'node:http';

/**
 * What a load balancer does, and no more: sends requests in turn to copies that say they are ready. It repeats nothing.
 */
export interface Balancer {
  /** @returns the status, or what went wrong, and at which copy. */
  send(
    path: string,
    headers: Record<string, string>,
  ): Promise<{ readonly url: string; readonly result: number | string }>;
  stop(): void;
}

export async function startBalancer(
  urls: readonly string[],
  everyMilliseconds: number,
  readyPath = '/ready',
): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  let ready = urls;
  let turn = 0;
  const check = async () => {
    const states = await Promise.all(urls.map(async (url) => (await ask(url + readyPath, {}, agent)) === 200));
    ready = urls.filter((_url, index) => states[index]);
  };
  await check();
  const timer = setInterval(() => void check(), everyMilliseconds);
  return {
    async send(path, headers) {
      const url = ready[turn++ % ready.length] ?? '';
      return { url, result: await ask(`${url}${path}`, headers, agent) };
    },
    stop() {
      clearInterval(timer);
      agent.destroy();
    },
  };
}

function ask(url: string, headers: Record<string, string>, agent: Agent): Promise<number | string> {
  return new Promise((resolve) => {
    const sent = request(url, { agent, headers }, (response) => {
      response
        .resume()
        .on('end', () => resolve(response.statusCode ?? 0))
        .on('error', (error) => resolve(String(error)));
    });
    sent.on('error', (error) => resolve(String(error))).end();
  });
}
