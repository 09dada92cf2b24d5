// A plain custom element for each value, written when it is defined.
globalThis.start = () => {
  const { city, country, code } = visitor;
  const values = { city, country, code: code.toLowerCase() };
  const fill = (template) => template.replace(/\{(\w+)\}/g, (_, name) => values[name]);
  customElements.define('x-text', class extends HTMLElement {
    connectedCallback() {
      this.original = this.textContent;
      this.textContent = fill(this.getAttribute('template'));
    }
  });
  customElements.define('x-link', class extends HTMLElement {
    connectedCallback() {
      const link = document.createElement('a');
      link.href = fill(this.getAttribute('template'));
      link.append(...this.childNodes);
      this.append(link);
    }
  });
  customElements.define('x-show', class extends HTMLElement {
    connectedCallback() {
      this.original = this.hidden;
      this.hidden = this.getAttribute('code') !== code;
    }
  });
};
