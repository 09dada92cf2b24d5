/** Calls back with bound media elements that have failed to load. */
export function watchMediaErrors(failed: (elements: readonly Element[]) => void, signal: AbortSignal): void {
  addEventListener(
    'error',
    ({ target }) => {
      if (!(target instanceof Element)) return;
      // A `<source>` of a picture has no event of its own: the image has it.
      const elements = [...(target.closest('picture')?.children ?? [target])];
      const bound = elements.filter((element) => element.matches('[data-geo-src],[data-geo-srcset]'));
      if (bound.length) failed(bound);
    },
    { signal, capture: true },
  );
}
