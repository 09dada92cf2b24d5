import type { Core } from '../widget/api/core.ts';
import { createElementKit, type ElementKit } from '../widget/elements/base/element-kit.ts';
import { withCore } from './start.ts';

let kit: ElementKit | undefined;

/** Registers an element once Geolet has started. */
export function register(start: (core: Core, kit: ElementKit) => void): void {
  withCore((core) => {
    kit ??= createElementKit(core);
    start(core, kit);
  });
}
