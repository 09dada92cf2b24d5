import type { LazyFileStarter } from '../boot/lazy-files.ts';
import type { Bindings } from '../bindings/bindings.ts';
import type { SharedVisitor } from '../visitor/shared-visitor.ts';

/** Fetches what puts the owner's own media back, when the first of those that a binding wrote fails to load. */
export function watchMediaErrors(
  visitor: SharedVisitor,
  files: LazyFileStarter,
  writers: Bindings['writers'],
  signal: AbortSignal,
): void {
  const putBack = async (target: EventTarget | null) => {
    if (!(target instanceof Element)) return;
    // A `<source>` of a picture has no event of its own: the image has it.
    const elements = [...(target.closest('picture')?.children ?? [target])];
    if (!elements.some((element) => [...writers].some(({ targetsOf }) => targetsOf(element)))) return;
    const { facts } = visitor;
    (await files.once('media'))?.(elements, facts);
  };
  addEventListener('error', ({ target }) => void putBack(target), { signal, capture: true });
}
