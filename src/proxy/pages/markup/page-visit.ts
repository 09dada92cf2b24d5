import { chosenRecord } from '../../../rules/choice.ts';
import type { Facts } from '../../../rules/facts.ts';
import type { PageFacts } from '../../../rules/page-facts.ts';
import type { Groups } from '../../../rules/clause.ts';
import { answerLazy } from '../../../rules/lazy-conditions.ts';
import type { Choice } from '../../../rules/visitor-words.ts';
import type { VisitorRecord } from '../../../record/record.ts';

/** What is known about a visitor while their page streams through the proxy. */
export interface PageVisit {
  readonly facts: Facts;
  /** The base for links: the address of the page, or its `<base>`. */
  base: string;
  /** The owner's groups, as soon as the page's settings have been read. */
  groups: Groups;
  /** Whether bindings are written. Elements always are. */
  bindings: boolean;
  /**
   * Answers from what is known here.
   *
   * @returns undefined if only the browser can answer. It knows its clock, its colours, whether the visitor was here
   *   before, and names that come in a lazy file.
   */
  ask<Answer>(question: (facts: Facts) => Answer): Answer | undefined;
}

/** What a request for a page says. */
export interface PageRequestFacts {
  readonly url: string;
  readonly referrer: string | null;
  /** The browser's first language. */
  readonly language: string | undefined;
}

/**
 * Reading a fact that only the browser knows marks the question as undecidable here.
 *
 * @param lookedUp the record that the look-up gave.
 */
export function createPageVisit(
  lookedUp: VisitorRecord,
  choice: Choice | undefined,
  { url, referrer, language }: PageRequestFacts,
): PageVisit {
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
  const visit: PageVisit = {
    base: url,
    groups: new Map(),
    bindings: true,
    facts: {
      record: choice ? chosenRecord(choice, lookedUp) : lookedUp,
      page,
      get groups() {
        return visit.groups;
      },
      askLazy(name, wanted, facts) {
        const answered = answerLazy(name, wanted, facts);
        return answered === 'unusable' ? undefined : answered;
      },
      continentName: leaveToBrowser,
    },
    ask(question) {
      undecided = false;
      const answer = question(visit.facts);
      return undecided ? undefined : answer;
    },
  };
  return visit;
}

/** The first of `Accept-Language`, which is in the order of the browser's own list. */
export function firstLanguage(header: string | null): string | undefined {
  const [first = ''] = (header ?? '').split(',');
  const tag = first.split(';')[0]?.trim() ?? '';
  return /^[a-z]{1,8}(-[a-z0-9]{1,8})*$/i.test(tag) ? tag : undefined;
}
