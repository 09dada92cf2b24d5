// An async script that keeps the record in IndexedDB alone. Nothing is hidden.
void Promise.all([remembered(), parsed]).then(([record]) => write(record));
