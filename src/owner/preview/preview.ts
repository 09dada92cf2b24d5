import { attempt } from '../../rules/attempt.ts';
import type { Core } from '../../widget/api/core.ts';
import { defineGeoPreview } from './geo-preview.ts';
import { createPreviewControl, type PreviewControl } from './preview-control.ts';
import { native } from '../../widget/dom/native.ts';

let control: PreviewControl | undefined;

/**
 * The entry of a lazy file, fetched while a page is previewed as another visitor, or has a `<geo-preview>`.
 *
 * @returns whether a preview has begun. If not, the visitor is looked up as usual.
 */
export default function startPreview(core: Core): boolean {
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
    defineGeoPreview(control, core);
  }
  return control;
}

/** Adds a control to the corner, unless the owner has placed one or the page around this frame shows it. */
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
