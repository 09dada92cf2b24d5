import { parseCondition } from '../rules/condition.ts';
import type { Groups } from '../rules/groups.ts';
import type { Report } from './report.ts';

/** Lists of things that the owner gives once for the page: `<script type="application/json" data-geo-settings>{…}</script>`. */
export type SettingsBlock = Readonly<Record<string, unknown>>;

/**
 * Reads the block when it is first asked for and there; before the parser has reached it, it is empty.
 *
 * @returns the block, and the owner's groups from it.
 */
export function createSettingsBlock(report: Report): { readonly block: SettingsBlock; readonly groups: Groups } {
  let element: Element | null = null;
  let block: SettingsBlock = {};
  let groups: Groups = new Map();

  function read(): void {
    if (element) return;
    element = document.querySelector('script[type="application/json"][data-geo-settings]');
    if (!element) return;
    try {
      const value: unknown = JSON.parse(element.textContent ?? '');
      if (typeof value === 'object' && value !== null) block = value as SettingsBlock;
      groups = parseGroups(block.groups, report);
    } catch (error) {
      report('bad-settings', String(error));
    }
  }

  return {
    get block() {
      read();
      return block;
    },
    get groups() {
      read();
      return groups;
    },
  };
}

/** A group is a list of countries (`DE AT CH`, or an array), or a condition in text form (`country: US; state: US-CA`). */
function parseGroups(value: unknown, report: Report): Groups {
  const groups = new Map<string, ReturnType<typeof parseCondition>>();
  for (const [name, written] of Object.entries(value ?? {})) {
    const text = Array.isArray(written) ? written.join(' ') : String(written);
    // A class `geo-show-de` must mean the country.
    if (!/^[a-z][a-z0-9]{2,}$/i.test(name)) report('bad-settings', `groups: ${name}`);
    else groups.set(name.toLowerCase(), parseCondition(/[:;]|^(not-)?(eu|mobile|returning)$/i.test(text) ? text : `country: ${text}`, report));
  }
  return groups;
}
