import { describe, expect, it } from 'vitest';
import { variableOf } from '../../../src/http/read-settings.ts';
import {
  pageSettings,
  programSettings,
  proxySettings,
  type Settings,
  serviceSettings,
} from '../../../src/http/settings.ts';
import { tableIn } from './page-table.ts';

/** As a page has it in an object of its own: `pagesBudgetMs` is `budgetMs`. */
const optionOf = (name: string) =>
  name === 'pages' ? 'origin' : name.replace(/^pages(.)/, (_, letter: string) => letter.toLowerCase());

describe.each<[page: string, heading: string, settings: Settings, hasOptions: boolean]>([
  ['docs/proxy.md', '## Settings', { ...proxySettings, ...programSettings }, true],
  ['docs/edge.md', '## On Node', pageSettings, true],
  ['docs/service.md', '## Settings', serviceSettings, false],
])('the settings in %s', (page, heading, settings, hasOptions) => {
  const rows = tableIn(page, heading).filter(([cell = '']) => /^`[A-Z_]+`$/.test(cell));

  it('are all that there are', () => {
    const variables = Object.entries(settings).map(([name, row]) => variableOf(name, row));
    expect(rows.map(([cell = '']) => cell.replace(/\W/g, '')).toSorted()).toEqual(variables.toSorted());
  });

  it.each(Object.entries(settings))('have %s as it is read', (name, row) => {
    const written = rows.find(([cell]) => cell === `\`${variableOf(name, row)}\``) ?? [];
    const [option, value = '', means = ''] = hasOptions ? written.slice(1) : ['', ...written.slice(1)];
    expect(option).toBe(hasOptions && row.variable === undefined ? `\`${optionOf(name)}\`` : '');
    expect(value).toEqual(row.default === undefined ? expect.not.stringContaining('`') : `\`${row.default}\``);
    expect(means).toMatch(row.means);
  });
});
