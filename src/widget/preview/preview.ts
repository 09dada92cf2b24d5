import { attempt } from '../../rules/attempt.ts';
import type { Core } from '../core.ts';
import { defineGeoPreview } from './geo-preview.ts';
import { createPreviewControl, type PreviewControl } from './preview-control.ts';
import { native } from '../native.ts';

let control: PreviewControl | undefined;

/**
 * A file of its own: fetched while a page is tried as somebody else, or has a `<geo-preview>`.
 *
 * @returns whether the page is now that of somebody else. If not, the visitor is looked up as ever.
 */
export function start(core: Core): boolean {
  const { words, refused, own } = prepare(core);
  if ((words() ?? refused() ?? own()) === undefined) return false;
  if (native(document).readyState === 'loading')
    native(document).addEventListener('DOMContentLoaded', addChip, { once: true });
  else addChip();
  return words() !== undefined;
}

function prepare(core: Core): PreviewControl {
  if (!control) {
    control = createPreviewControl(core);
    defineGeoPreview(control, core.report);
  }
  return control;
}

/** Unless the owner has placed a control, or the page around this one shows it. */
function addChip(): void {
  if (
    !control?.allowed() ||
    native(document).querySelector('geo-preview') ||
    attempt(() => parent !== self && Reflect.get(parent, 'geolet'))
  )
    return;
  const chip = native(document).createElement('geo-preview');
  chip.setAttribute('placement', 'corner');
  chip.setAttribute('data-geo-ignore', '');
  native(document).body.append(chip);
}
