// @ts-check

/**
 * On a host of files no proxy looks anybody up. The visitor whom the reader has picked comes from a file there, as the
 * service found it when the site was built.
 */
{
  const slowMs = 3000;
  const fromHost = globalThis.fetch;

  globalThis.fetch = async (input, options) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, document.baseURI);
    if (pathname.endsWith('/geo')) return answerAs(chosenVisitor(), options);
    if (pathname.endsWith('/rates.json')) return ratesOfToday();
    return fromHost(input, options);
  };

  function chosenVisitor() {
    return /(?:^|; )demo-visitor=([a-z-]+)/.exec(document.cookie)?.[1] ?? 'lyon';
  }

  /**
   * @param {string} visitor
   * @param {RequestInit | undefined} options
   */
  async function answerAs(visitor, options) {
    if (visitor === 'down') return Response.json({}, { status: 502 });
    if (visitor === 'slow') await new Promise((resolve) => setTimeout(resolve, slowMs));
    if (visitor === 'yourself' || visitor === 'unknown') return Response.json({ isMobile: false });
    return fromHost(`visitors/${visitor === 'slow' ? 'lyon' : visitor}.json`, options);
  }

  /** Invented, and dated today: those of a shop are renewed every day. */
  async function ratesOfToday() {
    const rates = await (await fromHost('rates.json')).json();
    return Response.json({ ...rates, date: new Date().toISOString().slice(0, 10) });
  }
}
