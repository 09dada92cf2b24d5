import type { MiddlewareHandler } from 'astro';
import { startGeolet } from './geolet';

export const onRequest: MiddlewareHandler = (context, next) =>
  context.isPrerendered ? next() : startGeolet().handle(context.request, { ip: context.clientAddress }, next);
