/** A mistake that no one notices: the page works, and something on it does not. */
interface SilentMistake {
  /** As the table in docs/troubleshooting.md names it. */
  readonly mistake: string;
  readonly markup: string;
  /** The line that names it. */
  readonly line: string;
  /** The page's script tags, where the mistake is in them. */
  readonly tag?: string;
}

const scriptTag = '<script async src="/geolet.js" data-endpoint="/geo"></script>';

export const silentMistakes: readonly SilentMistake[] = [
  {
    mistake: 'A misspelt attribute of an element',
    markup: '<geo-currency price="USD 1, EUR 2">$1</geo-currency>',
    line: '<geo-currency price="USD 1, EUR 2"> has price, which is not a Geolet attribute; did you mean prices?',
  },
  {
    mistake: 'A misspelt attribute of a binding',
    markup: '<p data-geo-txt="{city}">A</p>',
    line: '<p data-geo-txt="{city}"> has data-geo-txt, which is not a Geolet attribute; did you mean data-geo-text?',
  },
  {
    mistake: 'An attribute without `data-`',
    markup: '<p geo-show="country: FR">A</p>',
    line: '<p geo-show="country: FR"> has geo-show, which Geolet does not read; did you mean data-geo-show?',
  },
  {
    mistake: 'A condition of other words',
    markup: '<geo-if country="FR" exclude="MC">A</geo-if>',
    line: '<geo-if country="FR" exclude="MC"> has exclude, which is not a condition; did you mean not-country="MC"?',
  },
  {
    mistake: 'A missing quote, so that the attribute contains what follows',
    markup: '<p data-geo-text="Dear {city}>A</p><p class="b">B</p>',
    line: '<p>: data-geo-text has no closing quote, so that it takes in “A</p><p class=”: write data-geo-text="Dear {city}"',
  },
  {
    mistake: 'A dollar sign of JavaScript',
    markup: '<p data-geo-text="Near ${city}">A</p>',
    line: '<p data-geo-text="Near ${city}"> has ${city} in data-geo-text, and its dollar sign shows; did you mean {city}?',
  },
  {
    mistake: 'Markup in a frame',
    markup: `<iframe srcdoc="<geo-if country='FR'>A</geo-if>" title="A"></iframe>`,
    line: '<iframe> has markup of Geolet in srcdoc, and a frame is a page of its own. Write the script tag into it too, or the markup into this page',
  },
  {
    mistake: 'A binding in a component with a shadow tree',
    markup: '<article><template shadowrootmode="open"><p data-geo-text="Via {city}">A</p></template></article>',
    line: '<p data-geo-text="Via {city}"> is in a shadow tree, which Geolet does not read by itself. Call geolet.scan(element.shadowRoot) once it is there',
  },
  {
    mistake: 'A misspelt element',
    markup: '<geo-txt template="{city}">A</geo-txt>',
    line: '<geo-txt template="{city}"> is not a Geolet element; did you mean <geo-text>?',
  },
  {
    mistake: 'A misspelt condition',
    markup: '<geo-if country="FR" cty="Lyon">A</geo-if>',
    line: '<geo-if country="FR" cty="Lyon"> has cty, which is not a condition; did you mean city?',
  },
  {
    mistake: 'A misspelt setting',
    markup: '<p>A</p>',
    line: 'the script tag has data-endpoit, which is not a setting; did you mean data-endpoint?',
    tag: scriptTag.replace('data-endpoint', 'data-endpoit'),
  },
  {
    mistake: 'A setting without `data-`',
    markup: '<p>A</p>',
    line: 'the script tag has endpoint, which is not read; did you mean data-endpoint?',
    tag: scriptTag.replace('data-endpoint', 'endpoint'),
  },
  {
    mistake: 'The script tag twice',
    markup: '<p>A</p>',
    line: '2 script tags load geolet.js: the first that ran counts. Remove the others',
    tag: scriptTag + scriptTag,
  },
  {
    mistake: 'A misspelt slot',
    markup: '<geo-if country="FR">A <span slot="els" hidden>B</span></geo-if>',
    line: '<span> with slot="els" never shows: its parent has no slot of that name; did you mean slot="else"?',
  },
  {
    mistake: 'A currency that does not exist',
    markup: '<geo-currency prices="USD 49, EUR 45, JPP 6900">$49</geo-currency>',
    line: '<geo-currency prices="USD 49, EUR 45, JPP 6900"> has JPP, which is not a currency; did you mean JPY?',
  },
  {
    mistake: 'A style that hides',
    markup: '<p style="color: red; visibility: hidden" data-geo-show="country: FR">A</p>',
    line: '<p data-geo-show="country: FR"> has style="visibility: hidden", so it never shows. Take that out, and write hidden',
  },
  {
    mistake: 'A missing `hidden`',
    markup: '<geo-if country="FR">A <span slot="else">B</span></geo-if>',
    line: '<span> with slot="else" has no hidden: with scripts off both parts show. Add hidden',
  },
  {
    mistake: 'A missing closing tag, so that the element contains the rest of the page',
    markup: 'To <geo-flag alt="" /> <h2>Shoes</h2><p>For all</p>',
    line: '<geo-flag alt> contains <h2>, which its value replaces: is the closing tag missing? Write <geo-flag …></geo-flag>, not <geo-flag … />',
  },
];
