import { describeFailure, type Log } from '../../proxy/log.ts';
import { type Limited, type VisitorLimit, visitorLimits } from '../render/visitor-limits.ts';
import { pageLimits } from '../stream/page-limits.ts';

/** Anybody can ask for new addresses of pages, so that not all of them are told. */
const mostTold = 200;

interface PageReport {
  /** Called with errors that should not have happened. */
  readonly failed: (error: unknown) => void;
  readonly limited: Limited;
}

export type ReportOnPage = (url: string) => PageReport;

/** Tells the log what is the matter with pages: each kind once for each page, however often visitors ask for it. */
export function createPageReport(log: Log): ReportOnPage {
  const told = new Set<string>();
  const isNew = (path: string, kind: string): boolean => {
    const key = `${kind} ${path}`;
    if (told.has(key) || told.size >= mostTold) return false;
    told.add(key);
    if (told.size === mostTold) log('Further pages like these are not reported.', 'warn');
    return true;
  };
  return (url) => {
    const path = new URL(url).pathname;
    let hasFailed = false;
    return {
      failed(error) {
        // An error may be another one at each visit, but not at each of a page's elements.
        if (!hasFailed) log(describeFailure(error) ?? 'A page could not be written for its visitor.', 'error');
        hasFailed = true;
      },
      limited(limit, tagName) {
        if (isNew(path, limit)) log(`${path}: ${reasons[limit](`<${tagName}>`)}`, 'warn');
      },
    };
  };
}

const stays = 'It stays as written, and the widget does the rest.';

/** What is too much, by the limit that a page has passed, and what to do. */
const reasons: Readonly<Record<VisitorLimit, (element: string) => string>> = {
  levels: (element) =>
    `${element} has more than ${pageLimits.levels} levels of elements in it. ${stays} Give the elements in it their end tags, or put less into it.`,
  attributes: (element) => `${element} has more than ${pageLimits.attributes} attributes. ${stays} Give it fewer.`,
  held: (element) => `${element} is longer than 1 MiB. ${stays} Divide it, or put less into it.`,
  output: (element) =>
    `${element} would make the page longer than ${pageLimits.outputTimes} times its length and 1 MiB. ${stays} Write shorter values, and fewer templates within templates.`,
  policies: () =>
    `The page has more than ${visitorLimits.policies} Content Security Policies. Its elements get no style sheets from the server. Join the policies into one.`,
  base: () =>
    `The base of the page's links is longer than ${visitorLimits.baseCharacters} characters. Bound links stay as written, and the widget does the rest. Write a shorter <base>.`,
  settings: () =>
    'The settings of the page are longer than 1 MiB. The server does not read them, and groups and plans stay unknown to it. Write fewer of them.',
};
