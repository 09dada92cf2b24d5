// A script from the vendor's network that asks the vendor's API on every view.
void Promise.all([fetch(document.currentScript.dataset.api).then((answer) => answer.json()), parsed]).then(([record]) => {
  write(record);
  globalThis.hiding?.remove();
});
