import type { Core } from '../../widget/api/core.ts';
import type { PickerPanel } from '../../widget/api/owner-tools.ts';
import { createMark } from './mark.ts';
import { countryNames, describeWords, withPlace } from './preview-choices.ts';
import type { PreviewControl } from './preview-control.ts';
import type { PreviewControls } from './preview-controls.ts';

/** Makes the button work that lets the owner change the page. What is tried in this tab already shows at once. */
export function prepareChanges(
  core: Core,
  control: PreviewControl,
  root: ShadowRoot,
  { box, change }: PreviewControls,
): void {
  const mark = createMark(core.visitor, 'geolet:drafts');
  const words = () => control.words() ?? control.own() ?? '';
  let panel: PickerPanel | undefined;

  async function prepare(): Promise<PickerPanel | undefined> {
    const picker = await core.once('picker');
    panel ??= picker?.attach({
      root,
      box,
      opener: change,
      mark,
      countries: countryNames(),
      viewer: () => [nameOf(describeWords(words()).who), describeWords(words()).others].filter(Boolean).join(', '),
      viewAs: (place) => control.change(withPlace(words(), place)),
      changed(count) {
        change.textContent = count ? `Change this page (${count})` : 'Change this page';
      },
    });
    if (panel) panel.element.part.value = 'picker';
    return panel;
  }

  change.addEventListener('click', () => void prepare().then((opened) => opened?.open()));
  if (mark.read() !== undefined) void prepare();
}

function nameOf(code: string): string {
  return countryNames().find(([one]) => one === code)?.[1] ?? code;
}
