import type { Core } from '../../widget/api/core.ts';
import { createPickerPanel } from './picker-panel.ts';
import type { Picker, PickerPanel } from '../../widget/api/owner-tools.ts';

/** The entry of a lazy file, fetched once an owner wants to change the page. */
export default function startPicker(core: Core): Picker {
  const panels = new WeakMap<HTMLElement, PickerPanel>();
  return {
    attach(place) {
      const panel = panels.get(place.box) ?? createPickerPanel(core, place);
      panels.set(place.box, panel);
      return panel;
    },
  };
}
