import type { Groups } from '../../rules/conditions/clause.ts';
import type { Note } from '../../rules/mistake.ts';
import { parseGroups } from '../../rules/conditions/own-groups.ts';
import { isComplete } from '../dom/nodes.ts';
import { notIgnored } from '../bindings/selector.ts';
import type { Report } from '../report.ts';
import { native } from '../dom/native.ts';

/**
 * The lists that the owner writes once for a page: `<script type="application/json" data-geo-settings>{…}</script>`.
 */
export interface OwnerSettings {
  readonly block: Readonly<Record<string, unknown>>;
  /** The groups of the block, parsed. */
  readonly groups: Groups;
}

/**
 * @returns a function that reads the block, once. Until the parser has passed the block, the function returns an
 *   empty one.
 */
export function createSettingsBlock(report: Report, note: Note): () => OwnerSettings {
  let settings: OwnerSettings = { block: {}, groups: new Map() };
  let isRead = false;
  return () => {
    const element = isRead
      ? undefined
      : [...native(document).scripts].find((script) =>
          script.matches(notIgnored('[type="application/json"][data-geo-settings]')),
        );
    if (element && isComplete(element)) {
      isRead = true;
      try {
        const block = Object(JSON.parse(element.text)) as OwnerSettings['block'];
        settings = { block, groups: parseGroups(block.groups, note) };
      } catch (error) {
        report('bad-settings', String(error));
      }
    }
    return settings;
  };
}
