// An anti-flicker snippet, inline and first in the head: the whole page is hidden until the record is there and written, or
// two seconds are over.
const hiding = document.createElement('style');
hiding.textContent = 'body { opacity: 0 !important }';
document.head.append(hiding);
setTimeout(() => hiding.remove(), 2000);
void Promise.all([remembered(), parsed]).then(([record]) => {
  write(record);
  hiding.remove();
});
