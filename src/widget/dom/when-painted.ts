import { native } from './native.ts';

/** Calls back once the page has loaded and has been painted: what can wait is asked for after that. */
export function whenPainted(then: () => void): void {
  // A small page loads before its first frame, and callbacks of a frame come before its paint.
  const inSecondFrame = () => void globalThis.requestAnimationFrame?.(() => requestAnimationFrame(then));
  if (native(document).readyState === 'complete') inSecondFrame();
  else addEventListener('load', inSecondFrame);
}
