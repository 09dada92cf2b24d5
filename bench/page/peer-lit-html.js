// Renders the whole list again, as lit-html does. The written content is removed.
let library;
globalThis.loaded = import('/node_modules/lit-html/lit-html.js').then((module) => (library = module));

globalThis.start = () => {
  document.querySelector('#list').replaceChildren();
  update();
};

globalThis.update = () => {
  const { html, render } = library;
  const { city, country, code } = visitor;
  const items = [
    () => html`<li>${`Shoes for ${city}`}</li>`,
    () => html`<li>${`Hello ${country}`}</li>`,
    () => html`<li>${`${city}, ${country}`}</li>`,
    () => html`<li><a href=${`/${code.toLowerCase()}/shop`}>Shop</a></li>`,
    (index) => (index % 10 === 4 ? html`<li ?hidden=${code !== 'FR'}>Ici</li>` : html`<li ?hidden=${code !== 'US'}>There</li>`),
  ];
  render(html`${Array.from({ length: nodes }, (_, index) => items[index % 5](index))}`, document.querySelector('#list'));
};
