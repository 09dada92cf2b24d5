import { attempt } from '../../rules/attempt.ts';

/** What a reader must read of the file at least. https://www.rfc-editor.org/rfc/rfc9309#name-limits */
const mostCharacters = 512_000;
const mostRules = 1000;

interface RobotsRule {
  readonly isAllowed: boolean;
  readonly pattern: string;
}

/**
 * Reads what a site asks of all programs.
 *
 * @returns whether a path with its query may be asked for.
 */
export function parseRobots(text: string): (path: string) => boolean {
  const rules = rulesForAll(text.slice(0, mostCharacters)).toSorted(
    (one, other) => other.pattern.length - one.pattern.length || Number(other.isAllowed) - Number(one.isAllowed),
  );
  // The longest counts, and of two the one that allows.
  return (path) => rules.find(({ pattern }) => matchesPattern(path, pattern))?.isAllowed ?? true;
}

/** A group begins with one name or several. */
function rulesForAll(text: string): readonly RobotsRule[] {
  const rules: RobotsRule[] = [];
  let isForAll = false;
  let isInNames = false;
  for (const line of text.split(/\r\n?|\n/)) {
    const [, key = '', value = ''] = /^\s*([a-z-]+)\s*:([^#]*)/i.exec(line) ?? [];
    const name = key.toLowerCase();
    if (name === 'user-agent') {
      isForAll = (isInNames && isForAll) || value.trim() === '*';
      isInNames = true;
    } else if (name === 'allow' || name === 'disallow') {
      isInNames = false;
      const pattern = spell(value.trim());
      if (isForAll && pattern && rules.length < mostRules) rules.push({ isAllowed: name === 'allow', pattern });
    }
  }
  return rules;
}

/** As addresses are sent. */
function spell(pattern: string): string {
  return pattern.replace(/[^\x20-\x7e]+/g, (signs) => attempt(() => encodeURIComponent(signs)) ?? signs);
}

/** `*` stands for anything, and `$` at the end for the end. */
function matchesPattern(path: string, pattern: string): boolean {
  const isWhole = pattern.endsWith('$');
  const [start = '', ...parts] = (isWhole ? pattern.slice(0, -1) : pattern).split('*');
  if (!path.startsWith(start)) return false;
  let at = start.length;
  const last = isWhole ? parts.pop() : undefined;
  for (const part of parts) {
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  if (last !== undefined) return path.length - last.length >= at && path.endsWith(last);
  return !isWhole || at === path.length;
}
