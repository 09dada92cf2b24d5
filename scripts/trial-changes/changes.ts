import type { Edit, TrialChange } from './change.ts';

/** Adds a line behind one that begins with `line`, which stays. */
const addBehind = (file: string, line: string, put: string): Edit => ({ file, find: line, put: `${line}\n${put}` });
const addBefore = (file: string, line: string, put: string): Edit => ({ file, find: line, put: `${put}\n${line}` });

const docs = 'npx vitest run test/unit/docs';
const hourCases = [
  ['15', true, false],
  ['3', false, true],
  ['noon', null, null],
]
  .flatMap(([hour, answer, opposite]) => [
    [`hour-of-day: ${hour}`, answer],
    [`not-hour-of-day: ${hour}`, opposite],
  ])
  .map(
    ([condition, answer]) =>
      `  {"condition": "${condition}", "record": {"countryCode": "FR"}, "page": {"timezone": "Europe/Paris", "now": 1795010400000}, "answer": ${answer}},`,
  );

/** Each is as small as it can be, so that nothing but the steps is tried. */
export const changes: readonly TrialChange[] = [
  {
    what: 'a condition',
    edits: [
      addBefore(
        'src/rules/conditions/condition-table.ts',
        "  returning: { field: 'returning'",
        "  'hour-of-day': { field: 'timezone', kind: 'expression', lazy: true },",
      ),
      addBehind(
        'src/rules/conditions/lazy-conditions.ts',
        'const lazyConditions: Readonly<Record<LazyConditionName, AnyLazyCondition>> = {',
        `  'hour-of-day': {
    changesWith: 'minute',
    answer(wanted, { page: { now, timezone } }) {
      if (!/^\\d\\d?$/.test(wanted)) return 'unusable';
      if (now === undefined || timezone === undefined) return undefined;
      const format = new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone: timezone });
      return Number(format.format(now)) === Number(wanted);
    },
  },
`,
      ),
      addBehind(
        'src/widget/owner/explain/visitor-values.ts',
        "  os: ({ OS }) => own('system', OS),",
        "  'hour-of-day': (_record, { page: { timezone } }) => own('time zone', timezone),",
      ),
      addBehind('test/cases/lazy-conditions.json', '{ "version": 1, "cases": [', hourCases.join('\n')),
      addBefore('docs/markup.md', '| `query` | ', "| `hour-of-day` | the hour on the visitor's clock | `9` |"),
      { file: 'README.md', find: '`query` `returning`', put: '`query` `hour-of-day` `returning`' },
    ],
    commands: ['npm run make -- wordpress'],
    tells: ['npm run typecheck', `${docs} test/unit/rules/condition.test.ts test/unit/wordpress`],
  },
  {
    what: 'an attribute of an element',
    edits: [
      {
        file: 'src/rules/markup/value-element.ts',
        find: "const template = parseTemplate(read('template') ?? '');",
        put: "const template = parseTemplate(read('sentence') ?? read('template') ?? '');",
      },
      addBehind(
        'src/widget/elements/geo-text.ts',
        ' * @attr template - text with placeholders in braces; if a field without a default value is missing, the children show',
        ' * @attr sentence - another name of template',
      ),
      {
        file: 'src/widget/elements/geo-text.ts',
        find: 'static override properties = { template: {} };',
        put: 'static override properties = { template: {}, sentence: {} };',
      },
      {
        file: 'src/doctor/element-attributes.ts',
        find: "['geo-text', ['template']],",
        put: "['geo-text', ['template', 'sentence']],",
      },
    ],
    commands: ['npm run make -- reference', 'npm run make -- wordpress'],
    tells: [`${docs} test/unit/doctor/check-markup test/unit/wordpress`],
  },
  {
    what: 'an element',
    edits: [
      addBehind(
        'src/widget/elements/element-table.ts',
        "  'geo-nearest': { file: 'nearest', shows: 'text' },",
        "  'geo-clock': { file: 'clock', shows: 'text' },",
      ),
      addBehind(
        'src/widget/boot/lazy-file-entries.ts',
        'export const scriptTagEntries = {',
        "  clock: () => import('../elements/geo-clock.ts'),",
      ),
      {
        file: 'src/widget/elements/geo-clock.ts',
        put: `import type { Facts } from '../../rules/facts.ts';
import type { Core } from '../api/core.ts';
import type { ElementKit } from './element-kit.ts';
import { value } from './members.ts';
import type { Value } from './value.ts';

/** A lazy file, fetched by pages with a \`<geo-clock>\`. */
export default function defineClock(_core: Core, { ValueElement, define }: ElementKit): void {
  /**
   * Shows the visitor's time zone: \`<geo-clock>your time</geo-clock>\`.
   *
   * @example
   * <geo-clock>your time</geo-clock>
   * @slot - shown as written until the zone is known
   */
  class GeoClockElement extends ValueElement {
    protected override [value]({ page }: Facts): Value | undefined {
      return page.timezone === undefined ? undefined : { text: page.timezone };
    }
  }

  define('geo-clock', GeoClockElement);
}
`,
      },
      {
        file: 'src/library/elements/geo-clock.ts',
        put: `import defineClock from '../../widget/elements/geo-clock.ts';
import { register } from '../register.ts';

register(defineClock);

declare global {
  interface HTMLElementTagNameMap {
    'geo-clock': HTMLElement;
  }
}
`,
      },
      addBefore('src/library/define.ts', "import './elements/geo-currency.ts';", "import './elements/geo-clock.ts';"),
      addBehind(
        'src/widget/owner/explain/element-words.ts',
        "  'geo-flag': explainFlag,",
        "  'geo-clock': explainFlag,",
      ),
      {
        file: 'src/doctor/element-attributes.ts',
        find: "['geo-nearest', ['places', 'template', 'href', 'within']],",
        put: "['geo-nearest', ['places', 'template', 'href', 'within']],\n  ['geo-clock', []],",
      },
      {
        file: 'src/doctor/element-attributes.ts',
        find: "'geo-delivery', 'geo-nearest']",
        put: "'geo-delivery', 'geo-nearest', 'geo-clock']",
      },
    ],
    commands: ['npm run make -- reference', 'npm run make -- wordpress'],
    tells: ['npm run typecheck', `${docs} test/unit/doctor/check-markup test/unit/wordpress`],
  },
  {
    what: 'a field of the record',
    edits: [
      addBehind(
        'src/record/fields.ts',
        '  ISP: {',
        `    type: 'string',
    exposure: 'off',
    origin: 'address',
    meaning: 'Internet service provider',
    example: 'Free SAS',
    absent: 'as ASN',
  },
  carrier: {`,
      ),
      addBehind(
        'src/service/geo/address-facts.ts',
        '    ISP: location.isp,',
        '    carrier: location.isCellular === true ? location.isp : undefined,',
      ),
      addBehind(
        'docs/record.md',
        '| `ISP` | string | Internet service provider |  |',
        '| `carrier` | string | Internet service provider |  |',
      ),
      { file: 'docs/record.md', find: 'has up to 31 fields', put: 'has up to 32 fields' },
      addBehind(
        'docs/proxy.md',
        '| `ISP` | Internet service provider | no | no |',
        '| `carrier` | Internet service provider | no | no |',
      ),
      { file: 'docs/privacy.md', find: 'up to 31 fields', put: 'up to 32 fields' },
      { file: 'README.md', find: ' 31 fields ', put: ' 32 fields ' },
      {
        file: 'test/unit/proxy/record-redaction.test.ts',
        find: "'ASN', 'ISP', 'IP'];",
        put: "'ASN', 'ISP', 'carrier', 'IP'];",
      },
    ],
    commands: ['npm run make -- wordpress'],
    tells: [
      'npm run typecheck',
      `${docs} test/unit/record test/unit/wordpress test/unit/proxy/record-redaction.test.ts test/unit/proxy/documentation.test.ts`,
    ],
  },
  {
    what: 'a host that says where a visitor is',
    edits: [
      addBefore(
        'src/proxy/hosts/header-sources.ts',
        "  nginx: { name: 'nginx', headers: nginx },",
        "  azure: { name: 'azure', headers: { 'X-Azure-Country': country } },",
      ),
      addBefore(
        'docs/hosts.md',
        '## nginx',
        `## Azure

| header | field |
| --- | --- |
| \`X-Azure-Country\` | \`countryCode\` |
`,
      ),
    ],
    commands: ['npm run make -- wordpress'],
    tells: [`${docs}/hosts.test.ts test/unit/proxy/hosts test/unit/wordpress`],
  },
  {
    what: 'a lazy file',
    edits: [
      {
        file: 'src/widget/boot/page-extras.ts',
        find: "files.lazy('money')",
        put: "files.lazy('fees')",
      },
      addBehind(
        'src/widget/boot/lazy-file-entries.ts',
        'export const lazyFileEntries = {',
        "  fees: () => import('../money/estimates.ts'),",
      ),
    ],
    commands: [],
    tells: ['npm run typecheck', 'npm run build'],
  },
  {
    what: 'the code of a mistake',
    edits: [
      {
        file: 'src/rules/preview/visitor-words.ts',
        find: "note?.('unusable-visitor'",
        put: "note?.('unknown-visitor'",
      },
      { file: 'src/rules/mistake.ts', find: "'unusable-visitor'", put: "'unknown-visitor'" },
      { file: 'docs/errors.md', find: '## unusable-visitor', put: '## unknown-visitor' },
      { file: 'docs/trying.md', find: 'errors.md#unusable-visitor', put: 'errors.md#unknown-visitor' },
    ],
    commands: [],
    tells: ['npm run typecheck', `${docs}/errors.test.ts test/unit/docs/links.test.ts`],
  },
];
