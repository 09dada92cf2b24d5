import type { Answer } from './answer.ts';
import type { Question } from './question.ts';

export interface Route {
  /** In metrics and logs, where a path would name websites. */
  readonly operation: string;
  /** May end in one parameter, `:name`, which stands for one segment. */
  readonly path: string;
  /** Methods, as `Allow` lists them. */
  readonly allow: string;
  readonly answer: (question: Question, parameter: string) => Answer | Promise<Answer>;
}

interface Match {
  readonly route: Route;
  readonly parameter: string;
}

/** Paths are compared as they were sent, so that each route has one spelling, and what is not one is nothing. */
export function createRouter(routes: readonly Route[]): (path: string) => Match | undefined {
  const fixed = new Map(
    routes.filter(({ path }) => !path.includes(':')).map((route) => [route.path, { route, parameter: '' }]),
  );
  const open = routes
    .filter(({ path }) => path.includes(':'))
    .map((route) => ({ route, prefix: route.path.replace(/:\w+$/, '') }));
  return (path) => {
    const found = fixed.get(path);
    if (found !== undefined) return found;
    for (const { route, prefix } of open) {
      const segment = path.slice(prefix.length);
      if (path.startsWith(prefix) && segment !== '' && !segment.includes('/'))
        return { route, parameter: decoded(segment) };
    }
    return undefined;
  };
}

/** What is no UTF-8 stays as it was sent. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
