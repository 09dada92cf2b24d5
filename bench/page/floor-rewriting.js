// The least that writing the page takes, by hand: reads, checks, and keeps what was there. Imports nothing.
globalThis.rewrite = (root = document) => {
  const { city, country, code } = visitor;
  const values = { city, country: country };
  const originals = new Map();
  globalThis.originals = originals;
  const texts = new Map();
  const textOf = (template) => {
    let text = texts.get(template);
    if (text === undefined) {
      text = template.replace(/\{(\w+)\}/g, (_, name) => values[name]);
      texts.set(template, text);
    }
    return text;
  };
  const paths = new Map();
  const pathOf = (template) => {
    let path = paths.get(template);
    if (path === undefined) {
      const url = new URL(template.replace('{country:lower}', encodeURIComponent(code.toLowerCase())), document.baseURI);
      path = url.origin === location.origin ? url.pathname : null;
      paths.set(template, path);
    }
    return path;
  };
  const answers = new Map();
  const answerOf = (condition) => {
    let answer = answers.get(condition);
    if (answer === undefined) {
      const [, codes] = condition.split(':');
      answer = codes.trim().split(/[\s,]+/).includes(code);
      answers.set(condition, answer);
    }
    return answer;
  };

  for (const element of root.querySelectorAll(':is([data-geo-text],[data-geo-href],[data-geo-show]):not([data-geo-ignore],[data-geo-ignore] *)')) {
    const template = element.getAttribute('data-geo-text');
    if (template !== null) {
      const node = element.firstChild;
      if (node instanceof Text && node.nextSibling === null) {
        const text = textOf(template);
        originals.set(element, node.data);
        if (node.data !== text) node.data = text;
      }
    }
    const href = element.getAttribute('data-geo-href');
    if (href !== null && element.localName === 'a') {
      const path = pathOf(href);
      originals.set(element, element.getAttribute('href'));
      if (path !== null && element.getAttribute('href') !== path) element.setAttribute('href', path);
    }
    const condition = element.getAttribute('data-geo-show');
    if (condition !== null) {
      const isHidden = element.hasAttribute('hidden');
      const answer = answerOf(condition);
      originals.set(element, isHidden);
      if (answer === isHidden) element.toggleAttribute('hidden', !answer);
    }
  }
};
