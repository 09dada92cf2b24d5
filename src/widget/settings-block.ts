import type { Groups } from '../rules/clause.ts';
import { parseGroups } from '../rules/own-groups.ts';
import { isComplete } from './bindings/dom.ts';
import type { Report } from './report.ts';

/** Lists of things that the owner gives once for the page: `<script type="application/json" data-geo-settings>{…}</script>`. */
export type SettingsBlock = Readonly<Record<string, unknown>>;

/**
 * Reads the block when it is first asked for and there; before the parser has passed it, it is empty.
 *
 * @returns the block, and the owner's groups from it.
 */
export function createSettingsBlock(report: Report): { readonly block: SettingsBlock; readonly groups: Groups } {
  let element: Element | undefined;
  let block: SettingsBlock = {};
  let groups: Groups = new Map();

  function read(): void {
    if (element) return;
    const found = [...document.scripts].find((script) => script.matches('[type="application/json"][data-geo-settings]'));
    if (!found || !isComplete(found)) return;
    element = found;
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
