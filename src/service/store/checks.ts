import { OperatorError } from '../operator-error.ts';

/** Checks and messages that all stores share. */

export function checkAccountName(name: string): void {
  if (!/^\S(.{0,98}\S)?$/.test(name)) throw new OperatorError('An account name has 1 to 100 characters.');
}

export function checkSiteID(siteID: string): void {
  if (!isSiteID(siteID))
    throw new OperatorError('A site ID has up to 128 of the characters A-Z a-z 0-9 . _ ~ - and no dot in front.');
}

export function accountTaken(name: string): string {
  return `There is an account "${name}" already.`;
}

export function siteTaken(siteID: string): string {
  return `The website "${siteID}" is registered already.`;
}

/** The characters that stand for themselves in a path, so that every ID has one spelling there. */
export function isSiteID(text: string): boolean {
  return /^[A-Za-z0-9_~-][A-Za-z0-9._~-]{0,127}$/.test(text);
}
