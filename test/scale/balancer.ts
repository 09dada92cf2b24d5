import { Agent, request } from 'node:http';

/** What a load balancer does, and no more: sends requests in turn to copies that say they are ready. It repeats nothing. */
export interface Balancer {
  /** @returns the status, or what went wrong. */
  send(path: string, headers: Record<string, string>): Promise<number | string>;
  stop(): void;
}

export async function startBalancer(urls: readonly string[], everyMilliseconds: number): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  let ready = urls;
  let turn = 0;
  const check = async () => {
    const states = await Promise.all(urls.map(async (url) => (await ask(`${url}/ready`, {}, agent)) === 200));
    ready = urls.filter((_url, index) => states[index]);
  };
  await check();
  const timer = setInterval(() => void check(), everyMilliseconds);
  return {
    send: (path, headers) => ask(`${ready[turn++ % ready.length]}${path}`, headers, agent),
    stop() {
      clearInterval(timer);
      agent.destroy();
    },
  };
}

function ask(url: string, headers: Record<string, string>, agent: Agent): Promise<number | string> {
  return new Promise((resolve) => {
    const sent = request(url, { agent, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0)).on('error', (error) => resolve(String(error)));
    });
    sent.on('error', (error) => resolve(String(error))).end();
  });
}
