import type { ServiceRequest } from './request.ts';
import type { ServiceResponse } from './response.ts';

export interface Route {
  /** The name in metrics and logs, where a path would name websites. */
  readonly operation: string;
  /** May end in one parameter, `:name`, which stands for one segment. */
  readonly path: string;
  /** The methods, as the `Allow` header lists them. */
  readonly allow: string;
  readonly handle: (request: ServiceRequest, parameter: string) => ServiceResponse | Promise<ServiceResponse>;
}

interface Match {
  readonly route: Route;
  readonly parameter: string;
}

/** Compares paths as they were sent, so that each route has exactly one spelling. */
export function createRouter(routes: readonly Route[]): (path: string) => Match | undefined {
  const fixed = new Map(
    routes.filter(({ path }) => !path.includes(':')).map((route) => [route.path, { route, parameter: '' }]),
  );
  const withParameter = routes
    .filter(({ path }) => path.includes(':'))
    .map((route) => ({ route, prefix: route.path.replace(/:\w+$/, '') }));
  return (path) => {
    const found = fixed.get(path);
    if (found !== undefined) return found;
    for (const { route, prefix } of withParameter) {
      const segment = path.slice(prefix.length);
      if (path.startsWith(prefix) && segment !== '' && !segment.includes('/'))
        return { route, parameter: decoded(segment) };
    }
    return undefined;
  };
}

/** A segment that is not UTF-8 stays as it was sent. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
