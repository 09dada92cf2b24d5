import { createElementKit, type ElementKit } from '../widget/elements/element-kit.ts';
import { withCore } from './start.ts';

let kit: ElementKit | undefined;

/** Registers an element as soon as there is a visitor to follow. */
export function register(define: (kit: ElementKit) => void): void {
  withCore((core) => define((kit ??= createElementKit(core))));
}
