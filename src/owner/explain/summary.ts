import type { Geolet } from '../../widget/api/api.ts';
import type { Core } from '../../widget/api/core.ts';
import type { Reported } from '../../widget/report.ts';
import { errorWords } from './error-words.built.ts';
import { createInspection } from './inspect.ts';
import type { Counts, Inspection } from '../../widget/api/inspection.ts';
import { describeRecord } from './snapshot.ts';
import { takeSnapshot } from './take-snapshot.ts';
import { reportsInWords } from './mistakes.ts';
import { redirectLine } from './redirect-words.ts';

/** The page as a whole, in words; also what `debug` prints. */
export function summaryText(core: Core, geolet: Geolet): string {
  const { title, facts, open } = summaryOf(core, geolet);
  return [
    title,
    ...facts,
    ...(open.length ? ['To look at:', ...open.map((line) => `- ${line}`)] : ['There is nothing to look at.']),
  ].join('\n');
}

/** One group, folded apart: what is, and what to look at. */
export function printSummary(core: Core, geolet: Geolet): void {
  const { title, facts, open, isWrong } = summaryOf(core, geolet);
  if (core.settings.debug === 'auto' && !isWrong) return;
  console.group(`[geolet] ${title}`);
  for (const line of facts) console.info(line);
  if (open.length) {
    console.group(`To look at: ${open.length}. await geolet.explain($0) explains the selected element.`);
    for (const line of open) console.info(line);
    console.groupEnd();
  }
  console.groupEnd();
}

interface Summary {
  readonly title: string;
  readonly facts: readonly string[];
  readonly open: readonly string[];
  /** Whether something is wrong, whoever the visitor is. */
  readonly isWrong: boolean;
}

function summaryOf(core: Core, geolet: Geolet): Summary {
  const state = createInspection(core, geolet);
  const redirect = redirectLine(core, geolet);
  const { consent, storage } = state;
  const given = consent.required ? `required, ${consent.given ? 'given' : 'not given'}` : 'not required';
  const use = storage.entries ? 'used' : 'refused by the browser';
  return {
    title: `Geolet ${state.version}: ${state.status}, source ${state.source}`,
    facts: [
      describeRecord(takeSnapshot(core, geolet)),
      `Endpoint: ${endpointLine(state)}`,
      `Consent: ${given}; storage: ${storage.allowed ? use : 'not used'}`,
      `Elements: ${countsLine(state.elements)}`,
      `Bindings: ${countsLine(state.bindings)}`,
      ...(state.rules.length ? [`Rules: ${rulesLine(state)}`] : []),
      ...(redirect === undefined ? [] : [`Redirect: ${redirect}`]),
      `Files: ${state.files.join(', ') || 'none that the browser reports'}`,
      ...(state.startedMs === undefined ? [] : [`Started ${state.startedMs} ms after the navigation`]),
    ],
    open: [
      ...withFixes(reportsInWords(core)),
      ...state.findings,
      ...state.rules.flatMap(({ rule, finds }) => (finds ? [] : `${rule} finds nothing on this page`)),
      ...state.unknown.map((line) => `unknown: ${line}`),
    ],
    isWrong: state.mistakes.length + state.findings.length > 0,
  };
}

/** A longer list is read by nobody. */
const mostRulesTold = 20;

function rulesLine({ rules }: Inspection): string {
  const told = rules.slice(0, mostRulesTold).map(({ rule, finds }) => `${rule} ${finds}`);
  const rest = rules.length - told.length;
  return [...told, ...(rest ? [`and ${rest} more`] : [])].join(', ');
}

function endpointLine(state: Inspection): string {
  const { url, failure } = state.endpoint;
  return url ? `${url}, ${responseWords(state)}${failure ? `; ${failure}` : ''}` : 'no address that can be requested';
}

function responseWords({ endpoint: { httpStatus, ms, failure }, files }: Inspection): string {
  // A request that the page or an extension has blocked has a duration, too.
  if (ms !== undefined && (httpStatus || !failure)) return `${httpStatus ?? 'answered'} in ${ms} ms`;
  if (failure) return 'no answer';
  return files.length ? 'not requested on this page view' : 'the browser does not say';
}

function countsLine(counts: Counts): string {
  const states = (of: Readonly<Record<string, number>>) =>
    Object.entries(of)
      .map(([state, count]) => `${count} ${state}`)
      .join(', ');
  return (
    Object.entries(counts)
      .map(([kind, of]) => `${kind} ${states(of)}`)
      .join('; ') || 'none'
  );
}

/** What was reported, by its code, each with the way to fix it. */
function withFixes(reports: readonly Reported[]): string[] {
  const codes = [...new Set(reports.map(({ code }) => code))];
  return codes.map((code) => {
    const words = errorWords[code];
    const details = reports.filter((report) => report.code === code).map(({ detail }) => detail);
    return [`${code}: ${details.join(' | ')}`, ...(words ? [`  ${words.cause}`, `  Fix: ${words.fix}`] : [])].join(
      '\n',
    );
  });
}
