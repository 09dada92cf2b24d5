import { slimCountryFields } from '../../record/slim-country.ts';
import type { ReportMistake } from '../../rules/condition.ts';
import { type Choice, parseVisitorWords } from '../../rules/visitor-words.ts';

/** A file of its own, with the country table: fetched when a visitor chooses, and by nobody else. */
export function choose(words: unknown, report: ReportMistake): Choice | undefined {
  return parseVisitorWords(words, slimCountryFields, report);
}
