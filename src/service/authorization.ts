// @guard callers
import type { Scope } from '../record/operations.ts';
import { type Quota, quotaHeaders, type RateLimiter } from './limits/rate-limiter.ts';
import { log } from './log.ts';
import { shortened } from './peer-address.ts';
import type { RequestHeaders } from './request.ts';
import { ServiceError } from './service-error.ts';
import { hashApiKey, isApiKey } from './store/api-key.ts';
import { cachedKeys } from './store/key-cache.ts';
import type { Store, StoredKey } from './store/store.ts';

/** A caller with a valid key. */
export interface Caller {
  readonly accountId: number;
  /** Headers that describe the key's limit. */
  readonly quota: Readonly<Record<string, string>>;
}

export interface Limiters {
  readonly perKey: RateLimiter;
  readonly failedKeys: RateLimiter;
}

/** Checks in this order: too many failed keys from the peer (429), the key (401), the key's own limit (429). */
export function createAuthorization(
  store: Pick<Store, 'findKey'>,
  limiters: Limiters,
  noteUse: (keyId: number) => void = () => undefined,
) {
  const findKey = cachedKeys((hash) => store.findKey(hash));

  return async (headers: RequestHeaders, peer: string, scope: Scope): Promise<Caller> => {
    const failures = await limiters.failedKeys.peek(peer);
    if (failures.remaining === 0) throw tooMany('failed-keys', failures);
    const token = bearerToken(headers);
    const key = isApiKey(token) ? await findKey(hashApiKey(token)) : undefined;
    if (key === undefined) throw await failedKey(limiters.failedKeys, peer);
    // Not counted: such a key was not guessed, and a busy proxy has many requests under way when its key ends.
    if (!isValid(key)) throw unauthorized(notValid);
    if (!key.scopes.includes(scope)) throw unauthorized(`The API key does not have the right "${scope}".`);
    const quota = await limiters.perKey.consume(String(key.id));
    noteUse(key.id);
    if (quota.isExceeded) throw tooMany('key', quota);
    return { accountId: key.accountId, quota: quotaHeaders('key', quota) };
  };
}

/** Counts a failed key, and returns the error for its caller. */
async function failedKey(limiter: RateLimiter, peer: string): Promise<ServiceError> {
  const quota = await limiter.consume(peer);
  if (quota.remaining === 0 && !quota.isExceeded) reportLockedOut(peer, quota);
  return quota.isExceeded ? tooMany('failed-keys', quota) : unauthorized(notValid);
}

/** Behind a load balancer that is not trusted, all callers are this peer: valid keys are refused, too. */
function reportLockedOut(peer: string, { resetSeconds }: Quota): void {
  log(
    'too many invalid keys from this peer; all its requests are refused for as long as `seconds` says. If it is a load balancer, set TRUSTED_PROXIES',
    'warn',
    { peer: shortened(peer), seconds: resetSeconds },
  );
}

/** The same for every invalid key, so that it does not show whether a key existed. */
const notValid = 'The API key is not valid.';

export function unauthorized(description: string): ServiceError {
  return new ServiceError(401, description, { 'www-authenticate': 'Bearer' });
}

function tooMany(policy: string, quota: Quota): ServiceError {
  const reason =
    policy === 'key' ? 'Too many requests with this API key.' : 'Too many requests with API keys that are not valid.';
  return new ServiceError(429, `${reason} Try again in ${quota.resetSeconds} s.`, {
    'retry-after': String(quota.resetSeconds),
    ...quotaHeaders(policy, quota),
  });
}

/** Reads the header alone, never the query: URLs end up in logs. https://www.rfc-editor.org/rfc/rfc6750#section-2.1 */
function bearerToken(headers: RequestHeaders): string {
  const token = /^bearer +(\S+) *$/i.exec(headers.get('authorization') ?? '')?.[1];
  if (token === undefined) throw unauthorized('Send an API key in the header "Authorization: Bearer <key>".');
  return token;
}

function isValid({ revokedAt, expiresAt }: StoredKey): boolean {
  return revokedAt === undefined && (expiresAt === undefined || expiresAt.getTime() > Date.now());
}
