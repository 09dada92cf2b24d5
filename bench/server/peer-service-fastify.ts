import { randomUUID } from 'node:crypto';
import fastify from 'fastify';
import { path, service } from './service-handler.ts';

const app = fastify();
app.get(path, async (request, reply) => {
  const headers = new Headers(request.headers as Record<string, string>);
  const response = await service.handle({ method: 'GET', path, headers, ip: request.ip, id: randomUUID() });
  return reply.code(response.status).headers(response.headers).send(response.body);
});
console.log(await app.listen({ port: 0, host: '127.0.0.1' }));
