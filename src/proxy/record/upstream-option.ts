import { refuseOption } from '../../http/read-settings.ts';

/**
 * Reads the service's base URL. It must be https because the key is sent there, unless it stays on this
 * machine or the owner's network.
 */
export function readUpstream(upstream: unknown, allowHttp: boolean): string {
  const fix = 'write scheme and host of the visitor-data service, such as https://geo.example';
  if (typeof upstream !== 'string' || upstream === '') return refuseOption('upstream', 'is missing', fix);
  if (!URL.canParse(upstream)) return refuseOption('upstream', 'is not a URL', fix);
  const { protocol, hostname, origin, href } = new URL(upstream);
  if (href !== `${origin}/`)
    return refuseOption(
      'upstream',
      'has more than scheme and host',
      fix,
      /^https?:$/.test(protocol) ? origin : undefined,
    );
  if (protocol === 'https:' || (protocol === 'http:' && (allowHttp || isLoopback(hostname)))) return origin;
  return refuseOption(
    'upstream',
    'would send the key unencrypted',
    'use https, or http to localhost; on a network of your own, allowHttp (GEOLET_ALLOW_HTTP=yes)',
  );
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
