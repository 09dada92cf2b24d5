// A script that keeps the record in IndexedDB alone.
void Promise.all([remembered(), parsed]).then(([record]) => {
  write(record);
  globalThis.hiding?.remove();
});
