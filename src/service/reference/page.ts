import { fieldNames, fields } from '../../record/fields.ts';
import type { openApiDocument, OperationObject } from '../openapi.ts';
import { html, type Html } from './html.ts';
export { referenceStyle } from './style.ts';

/**
 * The description of the API for people: one page without scripts and without requests to other hosts (decision 0113).
 */
export function referencePage({ info, paths }: typeof openApiDocument): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${info.title}: reference</title>
        <link rel="stylesheet" href="/reference.css" />
      </head>
      <body>
        <header>
          <h1>${info.title} <small>${info.version}</small></h1>
          <p>${info.summary} <a href="/openapi.json">OpenAPI 3.1</a></p>
        </header>
        <nav aria-label="Operations">
          <ul>
            ${operations.map(
              ({ path, method }) =>
                html`<li>
                  <a href="#${idOf(method, path)}"><b>${method}</b> ${path}</a>
                </li> `,
            )}
          </ul>
        </nav>
        <main>
          ${operations.map(section)}
          <section aria-labelledby="fields">
            <h2 id="fields">Fields of a record</h2>
            ${table(
              ['Field', 'Type', 'Meaning', 'Example', 'Absent when'],
              fieldNames.map((name) => {
                const { type, meaning, example, absent } = fields[name];
                return [
                  html`<code>${name}</code>`,
                  type,
                  meaning,
                  html`<code>${JSON.stringify(example)}</code>`,
                  absent,
                ];
              }),
            )}
          </section>
        </main>
      </body>
    </html> `;
  return page.text;
}

function section({ path, method, operation }: { path: string; method: string; operation: OperationObject }): Html {
  const { summary, parameters = [], security, responses } = operation;
  return html`<section aria-labelledby="${idOf(method, path)}">
    <h2 id="${idOf(method, path)}"><b>${method}</b> <code>${path}</code></h2>
    <p>${summary}.${security === undefined ? ' Takes an API key.' : ' Takes no key.'}</p>
    <pre tabindex="0"><code>${curlCommand(method, path, security === undefined)}</code></pre>
    ${
      parameters.length === 0
        ? []
        : table(
            ['Parameter', 'In', 'Meaning'],
            parameters.map(({ name, in: place, description }) => [
              html`<code>${name}</code>`,
              place,
              prose(description),
            ]),
          )
    }
    ${table(
      ['Status', 'When'],
      Object.entries(responses).map(([status, { description }]) => [status, prose(description)]),
    )}
  </section> `;
}

/** Descriptions are Markdown; ours use only `code`. */
function prose(description: string): Html {
  return html`${description.split('`').map((part, index) => (index % 2 ? html`<code>${part}</code>` : part))}`;
}

/** To paste into a shell where `$BASE` is the URL of this service and `$KEY` is a key. */
function curlCommand(method: string, path: string, takesKey: boolean): string {
  const options: Readonly<Record<string, string>> = { GET: '', HEAD: ' --head' };
  const option = options[method] ?? ` -X ${method}`;
  const address = path.includes('visitor') ? " -H 'X-Visitor-IP: 140.77.1.1'" : '';
  const key = takesKey ? ' -H "Authorization: Bearer $KEY"' : '';
  return `curl${option} "$BASE${path.replace('{siteID}', 'site-1')}"${key}${address}`;
}

function table(heads: readonly string[], rows: readonly (readonly (string | Html)[])[]): Html {
  return html`<div class="table" tabindex="0">
    <table>
      <thead>
        <tr>
          ${heads.map((head) => html`<th scope="col">${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${row.map((cell) => html`<td>${cell}</td>`)}
            </tr> `,
        )}
      </tbody>
    </table>
  </div>`;
}

function idOf(method: string, path: string): string {
  return `${method}${path}`
    .toLowerCase()
    .replace(/[^a-z]+/g, '-')
    .replace(/-$/, '');
}
