import type { Browser } from '@playwright/test';
import { median } from '../median.ts';
import { type Section, spread } from './report.ts';
import { once, type Work, works } from './rewriting.ts';
import type { BenchSite } from './site.ts';
import { type Kind, type Variant, variants } from './variants.ts';

const nodes = 10_000;
const count = 256;

/** How many times the script time without rules. */
const goals = { first: 1.3, unrelated: 1.1, changed: 1.1 } as const satisfies Partial<Record<Work, number>>;
type MeasuredWork = keyof typeof goals;

export interface RulesCost {
  readonly work: MeasuredWork;
  readonly withoutMs: readonly number[];
  readonly withMs: readonly number[];
}

const written: Readonly<Record<Kind, Readonly<Record<string, string>>>> = {
  city: { text: 'Shoes for {city}' },
  country: { text: 'Hello {country}' },
  both: { text: '{city}, {country}' },
  link: { href: '/{country:lower}/shop' },
  shown: { show: 'country: FR' },
  hidden: { show: 'country: US' },
};

/** As a builder publishes it: a class, and no attribute of ours. */
const published: Readonly<Record<Kind, (name: string) => string>> = {
  city: (name) => `<li class="item ${name}">Shoes for you</li>`,
  country: (name) => `<li class="item ${name}">Hello</li>`,
  both: (name) => `<li class="item ${name}">Somewhere</li>`,
  link: (name) => `<li class="item ${name}"><a class="link" href="/shop">Shop</a></li>`,
  shown: (name) => `<li class="item ${name}" hidden>Ici</li>`,
  hidden: (name) => `<li class="item ${name}">There</li>`,
};

const order: readonly Kind[] = ['city', 'country', 'both', 'link', 'shown', 'hidden'];
const classOf = (kind: Kind, index: number): string => `${kind}-${index % Math.floor(count / order.length)}`;

function settings(): string {
  const rules = Array.from({ length: count - 1 }, (_, at) => {
    const kind = order[at % order.length] ?? 'city';
    const name = `.${classOf(kind, Math.floor(at / order.length))}`;
    return { select: kind === 'link' ? `${name} > a.link` : name, ...written[kind] };
  });
  const probe = { select: '#probe', text: '{city}' };
  const block = JSON.stringify({ rules: [probe, ...rules] });
  return `<script type="application/json" data-geo-settings>${block}</script><p id="probe">Here</p>`;
}

const byAttributes = variants.find(({ isOwn }) => isOwn);

export async function measureRules(browser: Browser, site: BenchSite, rounds: number): Promise<RulesCost[]> {
  if (!byAttributes) return [];
  const byRules: Variant = {
    ...byAttributes,
    name: `${count} rules`,
    item: (kind, index) => published[kind](classOf(kind, index)),
    settings: settings(),
    watches: 'document.querySelector("#probe").textContent === "Lyon"',
  };
  const costs: RulesCost[] = [];
  for (const work of Object.keys(goals) as MeasuredWork[]) {
    const [withoutMs, withMs]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      withoutMs.push((await once(browser, site, byAttributes, work, nodes)).scriptMs);
      withMs.push((await once(browser, site, byRules, work, nodes)).scriptMs);
    }
    costs.push({ work, withoutMs, withMs });
  }
  return costs;
}

export function rulesSection(costs: readonly RulesCost[]): Section {
  const ratios = ({ withoutMs, withMs }: RulesCost) => withMs.map((ms, round) => ms / (withoutMs[round] ?? Number.NaN));
  return {
    title: `${count} rules beside the page, ${nodes.toLocaleString('en-US')} nodes`,
    head: ['work', 'without rules, ms', 'with rules, ms', '× without [range]'],
    rows: costs.map((cost) => [
      works[cost.work],
      median(cost.withoutMs).toFixed(1),
      median(cost.withMs).toFixed(1),
      spread(ratios(cost), 2),
    ]),
    goals: costs.map((cost) => ({
      name: `rules, ${works[cost.work]}`,
      value: median(ratios(cost)),
      goal: goals[cost.work],
      unit: '×',
    })),
  };
}
