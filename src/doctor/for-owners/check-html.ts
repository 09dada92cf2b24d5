import { printable } from '../../http/terminal.ts';
import { encode } from '../../pages/render/nodes.ts';
import type { Finding } from '../finding.ts';
import { checkStyle } from './check-style.ts';
import type { CheckedPage } from './page-check.ts';

export interface CheckForm {
  readonly origins: readonly string[];
  /** Filled in where the owner need not know it. */
  readonly secret: string | undefined;
  /** What was chosen and typed before. */
  readonly origin?: string;
  readonly pages?: string | undefined;
  /** Why nothing was checked. */
  readonly mistake?: string;
}

/** Texts quote pages, their headers and the record. */
function written(text: string): string {
  return encode(printable(text));
}

/** Without an end: what comes next follows it. */
const head = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>Check of this site · Geolet</title>
<style>${checkStyle}</style>
</head>
<body>
<main>
`;

const end = `</main>
</body>
</html>
`;

export function writeForm(form: CheckForm): string {
  return `${head}<header>
<h1>Check this site</h1>
<p>Geolet looks at your pages as a visitor's browser gets them, and says what to change.</p>
</header>
${form.mistake === undefined ? '' : mistakeMarkup(form.mistake)}${formMarkup(form, 'Check')}${end}`;
}

/** Says why there is nothing here, to whom the form is not for. */
export function writeMistake(text: string): string {
  return `${head}<h1>Check of this site</h1>\n${mistakeMarkup(text)}${end}`;
}

function mistakeMarkup(text: string): string {
  return `<p class="mistake" role="alert">${written(text)}</p>\n`;
}

/** What an owner sees until the report is there. It goes away without a script. */
export function writeWaiting(origin: string): string {
  return `${head}<header>
<h1>Check of ${written(origin)}</h1>
</header>
<p class="waiting" role="status">Looking at the pages. This takes up to a minute.</p>
`;
}

/** The report, behind what was shown in the meantime. */
export function writeReport(pages: readonly CheckedPage[], form: CheckForm): string {
  return `<div class="report">
${pages.map(pageMarkup).join('')}</div>
<section class="again">
<h2>Check again</h2>
${formMarkup(form, 'Check again')}</section>
${end}`;
}

function formMarkup({ origins, secret, origin: chosen, pages = '/' }: CheckForm, button: string): string {
  const choice =
    origins.length > 1
      ? `<p><label for="origin">Site</label>
<select id="origin" name="origin">${origins.map((origin) => `<option${origin === chosen ? ' selected' : ''}>${encode(origin)}</option>`).join('')}</select></p>\n`
      : '';
  const key =
    secret === undefined
      ? `<p><label for="secret">Secret</label>
<input id="secret" name="secret" type="password" required autocomplete="current-password" aria-describedby="secret-hint">
<small id="secret-hint">The proxy's GEOLET_DOCTOR_SECRET.</small></p>\n`
      : `<input type="hidden" name="secret" value="${encode(secret)}">\n`;
  return `<form method="post" action="geolet-check">
${choice}<p><label for="pages">Pages</label>
<textarea id="pages" name="pages" rows="3" spellcheck="false" autocapitalize="off" aria-describedby="pages-hint">${encode(pages)}</textarea>
<small id="pages-hint">One path on each line, five at most.</small></p>
${key}<p><button>${button}</button></p>
</form>
`;
}

function pageMarkup({ path, findings }: CheckedPage): string {
  const open = findings.filter(({ result }) => result === 'bad' || result === 'warning');
  const rest = findings.filter((finding) => !open.includes(finding));
  const wrong = open.filter(({ result }) => result === 'bad').length;
  return `<section>
<h2><span class="path">${encode(path)}</span> <span class="verdict ${wrong > 0 ? 'bad' : 'good'}">${verdict(wrong, open.length - wrong)}</span></h2>
${open.length > 0 ? `<ol>\n${open.map(findingMarkup).join('')}</ol>\n` : ''}${
    rest.length > 0
      ? `<details${open.length > 0 ? '' : ' open'}>
<summary>${counted(rest.filter(({ result }) => result === 'good').length, 'check')} found nothing wrong</summary>
<ul>
${rest.map(findingMarkup).join('')}</ul>
</details>\n`
      : ''
  }</section>
`;
}

function verdict(wrong: number, warnings: number): string {
  const things = counted(wrong, 'mistake');
  if (wrong > 0) return things;
  return warnings > 0 ? `${counted(warnings, 'thing')} to look at` : 'Nothing is wrong';
}

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

const words = { bad: 'Wrong', warning: 'To look at', skipped: 'Not checked', good: 'Good' } as const;

function findingMarkup({ check, result, text, fix }: Finding): string {
  return `<li class="${result}"><p class="kind">${words[result]}<span> · ${check}</span></p>
<p>${written(text)}</p>
${fix === undefined ? '' : `<p class="fix"><b>What to do:</b> ${written(fix)}</p>\n`}</li>
`;
}
