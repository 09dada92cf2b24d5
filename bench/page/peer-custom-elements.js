// A plain custom element for each value, written when it is defined, and on request.
globalThis.start = () => {
  const fill = (template) => {
    const { city, country, code } = visitor;
    const values = { city, country, code: code.toLowerCase() };
    return template.replace(/\{(\w+)\}/g, (_, name) => values[name]);
  };
  customElements.define('x-text', class extends HTMLElement {
    connectedCallback() {
      this.original = this.textContent;
      this.show();
    }
    show() {
      this.textContent = fill(this.getAttribute('template'));
    }
  });
  customElements.define('x-link', class extends HTMLElement {
    connectedCallback() {
      this.link = document.createElement('a');
      this.show();
      this.link.append(...this.childNodes);
      this.append(this.link);
    }
    show() {
      this.link.href = fill(this.getAttribute('template'));
    }
  });
  customElements.define('x-show', class extends HTMLElement {
    connectedCallback() {
      this.original = this.hidden;
      this.show();
    }
    show() {
      this.hidden = this.getAttribute('code') !== visitor.code;
    }
  });
};

globalThis.update = () => {
  for (const element of document.querySelectorAll('x-text,x-link,x-show')) element.show();
};
