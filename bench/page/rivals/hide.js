// An anti-flicker snippet, inline and first in the head: the whole page is hidden until all is written, or two seconds are over.
globalThis.hiding = document.createElement('style');
hiding.textContent = 'body { opacity: 0 !important }';
document.head.append(hiding);
setTimeout(() => hiding.remove(), 2000);
