import { chosenRecord } from '../../../rules/choice.ts';
import type { Facts } from '../../../rules/facts.ts';
import type { PageFacts } from '../../../rules/page-facts.ts';
import type { Groups } from '../../../rules/clause.ts';
import { answerLazy } from '../../../rules/lazy-conditions.ts';
import type { Choice } from '../../../rules/visitor-words.ts';
import type { VisitorRecord } from '../../../record/record.ts';

/** What is known about a visitor while their page streams through the proxy. */
export interface PageContext {
  readonly facts: Facts;
  /** The base for links: the address of the page, or its `<base>`. */
  base: string;
  /** The owner's groups, as soon as the page's settings have been read. */
  groups: Groups;
  /** Whether bindings are written. Elements always are. */
  bindings: boolean;
  /** How many characters may be added to the page. */
  room: number;
  /**
   * Decides from what is known here.
   *
   * @returns undefined if only the browser can decide. It knows its clock, its colours, whether the visitor was here
   *   before, and names that come in a lazy file.
   */
  decide<Result>(rule: (facts: Facts) => Result): Result | undefined;
}

/** What a request for a page says. */
export interface PageRequestFacts {
  readonly url: string;
  readonly referrer: string | null;
  /** The browser's first language. */
  readonly language: string | undefined;
}

/**
 * Reading a fact that only the browser knows makes the rule undecidable here.
 *
 * @param lookedUp the record that the look-up gave.
 */
export function createPageContext(
  lookedUp: VisitorRecord,
  choice: Choice | undefined,
  { url, referrer, language }: PageRequestFacts,
): PageContext {
  let undecided = false;
  const leaveToBrowser = () => {
    undecided = true;
    return undefined;
  };
  const page: PageFacts = {
    language,
    referrer: referrer ?? '',
    query: new URL(url).search,
    get timezone() {
      return leaveToBrowser();
    },
    get now() {
      return leaveToBrowser();
    },
    get color() {
      return leaveToBrowser();
    },
    get returning() {
      return leaveToBrowser();
    },
  };
  const context: PageContext = {
    base: url,
    groups: new Map(),
    bindings: true,
    room: Infinity,
    facts: {
      record: choice ? chosenRecord(choice, lookedUp) : lookedUp,
      page,
      get groups() {
        return context.groups;
      },
      askLazy(name, wanted, facts) {
        const answered = answerLazy(name, wanted, facts);
        return answered === 'unusable' ? undefined : answered;
      },
      continentName: leaveToBrowser,
    },
    decide(rule) {
      undecided = false;
      const result = rule(context.facts);
      return undecided ? undefined : result;
    },
  };
  return context;
}

/** The first of `Accept-Language`, which is in the order of the browser's own list. */
export function firstLanguage(header: string | null): string | undefined {
  const [first = ''] = (header ?? '').split(',');
  const tag = first.split(';')[0]?.trim() ?? '';
  return /^[a-z]{1,8}(-[a-z0-9]{1,8})*$/i.test(tag) ? tag : undefined;
}
