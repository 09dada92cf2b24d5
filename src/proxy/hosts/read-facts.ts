import type { HeaderFacts } from './header-formats.ts';
import type { HeaderSource } from './header-sources.ts';

/** What the headers of a host say. Whoever calls this knows that the host wrote them. */
export function readFacts({ headers }: HeaderSource, request: { get(name: string): string | null }): HeaderFacts {
  let facts: HeaderFacts = {};
  for (const [name, format] of Object.entries(headers)) {
    const value = request.get(name);
    if (value !== null) facts = { ...facts, ...format.read(value) };
  }
  return facts;
}
