/** A mistake as owners make it, and the words of its fix. */
interface PlantedMistake {
  readonly markup: string;
  /** What of it the line must name: its first value, or else its tag, where nothing is said here. */
  readonly subject?: string;
  /** What the owner reads, and can copy. */
  readonly fix: string;
  /** Whether only a browser can tell: it has moved the content, or a list stands elsewhere. */
  readonly inBrowser?: true;
  /** Whether only the HTML tells: a browser makes another tree of it. */
  readonly inHtml?: true;
}

/** Mistakes in markup. Each can be mended by who sees no console. */
export const plantedMistakes: readonly PlantedMistake[] = [
  // Countries and groups
  { markup: '<geo-if country="USA">A</geo-if>', fix: 'did you mean country="US"?' },
  { markup: '<geo-if country="DEU" hidden>A</geo-if>', fix: 'did you mean country="DE"?' },
  { markup: '<p data-geo-show="country: Frnace">A</p>', fix: 'did you mean country: FR?' },
  { markup: '<p data-geo-show="country: Japn">A</p>', fix: 'did you mean country: JP?' },
  { markup: '<p data-geo-hide="France">A</p>', fix: 'did you mean country: FR?' },
  {
    markup: '<geo-if country="Germany, Austria">A</geo-if>',
    subject: 'austria',
    fix: 'did you mean AT in place of austria?',
  },
  { markup: '<geo-if country="not FR">A</geo-if>', subject: '"not"', fix: 'write not-country' },
  { markup: '<geo-if countries="IT">A</geo-if>', subject: 'countries', fix: 'did you mean country?' },
  { markup: '<geo-if country="England">A</geo-if>', fix: 'did you mean country="GB"?' },
  { markup: '<geo-if country="Zzzzzz">A</geo-if>', fix: 'such as country="DE"' },
  { markup: '<p data-geo-show="USA">A</p>', fix: 'did you mean country: US?' },
  { markup: '<geo-if group="nordic">A</geo-if>', fix: 'did you mean group="nordics"?' },
  { markup: '<geo-if group="us-optout">A</geo-if>', fix: 'did you mean group="usoptout"?' },
  { markup: '<geo-if group="DE">A</geo-if>', fix: 'did you mean country="DE"?' },
  { markup: '<geo-if group="everyone">A</geo-if>', fix: 'or name your own in the settings block' },
  { markup: '<geo-if continent="Europe">A</geo-if>', fix: 'did you mean continent="EU"?' },
  { markup: '<geo-if state="CA">A</geo-if>', fix: 'such as state="US-CA"' },
  { markup: '<geo-if country="US" state="Texas">A</geo-if>', fix: 'such as state="US-CA"' },
  { markup: '<geo-if country="DE，AT">A</geo-if>', fix: 'write , ; and :' },
  { markup: '<geo-if country="XQ">A</geo-if>', fix: 'is never yes: there is no country XQ' },
  // Conditions
  { markup: '<geo-if contry="DE">A</geo-if>', fix: 'did you mean country?' },
  { markup: '<geo-if region="Europe">A</geo-if>', fix: 'did you mean state or subregion?' },
  { markup: '<geo-if>A</geo-if>', fix: 'write one, such as country="DE AT"' },
  { markup: '<geo-if country="">A</geo-if>', fix: 'country has no value: write one' },
  { markup: '<p data-geo-show="country=FR">A</p>', fix: 'did you mean country: FR?' },
  { markup: '<p data-geo-show="eu unknown">A</p>', fix: 'did you mean eu: unknown?' },
  { markup: '<p data-geo-show="FR DE">A</p>', fix: 'did you mean country: FR DE?' },
  { markup: '<p data-geo-show="dach">A</p>', fix: 'did you mean group: dach?' },
  { markup: '<geo-if eu="maybe">A</geo-if>', fix: 'write eu alone' },
  { markup: '<geo-if currency="$">A</geo-if>', fix: 'did you mean currency="USD"?' },
  { markup: '<geo-if currency="euro">A</geo-if>', fix: 'did you mean currency="EUR"?' },
  { markup: '<geo-if currency="constructor">A</geo-if>', fix: 'such as currency="EUR"' },
  { markup: '<geo-if continent="constructor">A</geo-if>', fix: 'write AF, AN, AS' },
  { markup: '<geo-if country="ES;PT">A</geo-if>', fix: 'such as country="ES PT"' },
  {
    markup: '<geo-if country=“PT”>A</geo-if>',
    subject: 'PT',
    fix: 'write straight ones around all values, such as country="PT"',
  },
  { markup: '<geo-if device="phone">A</geo-if>', fix: 'did you mean device="mobile"?' },
  { markup: '<geo-if language="German">A</geo-if>', fix: 'did you mean language="de"?' },
  { markup: '<geo-if color="drak">A</geo-if>', fix: 'did you mean color="dark"?' },
  { markup: '<geo-if near="Lyon">A</geo-if>', fix: 'near="52.52,13.40,50km"' },
  { markup: '<geo-if local-time="9 to 5">A</geo-if>', fix: 'local-time="mon-fri 09:00-17:30"' },
  { markup: '<geo-if country="DE" not-country="DE">A</geo-if>', fix: 'exclude each other' },
  { markup: '<geo-if country="DE" state="US-CA">A</geo-if>', fix: 'is not in country DE' },
  // Classes
  { markup: '<p class="geo-shows-de">A</p>', fix: 'did you mean geo-show-de?' },
  { markup: '<p class="geo-shwo-de">A</p>', fix: 'did you mean geo-show-de?' },
  { markup: '<p class="geo-hid-nordics">A</p>', fix: 'did you mean geo-hide-nordics?' },
  { markup: '<p class="geo-show-us-ca">A</p>', fix: 'data-geo-show="state: US-CA"' },
  { markup: '<p class="geo-show-ca-qc">A</p>', fix: 'data-geo-show="state: CA-QC"' },
  { markup: '<p class="geo-show-de-at">A</p>', fix: 'did you mean geo-show-de geo-show-at?' },
  { markup: '<p class="geo-show-usa">A</p>', fix: 'did you mean geo-show-us?' },
  { markup: '<p class="geo_hide_de">A</p>', fix: 'did you mean geo-hide-de?' },
  { markup: '<p class="geo-show-nordic">A</p>', fix: 'did you mean geo-show-nordics?' },
  { markup: '<p class="geo-hiden geo-show-de">A</p>', fix: 'did you mean geo-hidden?' },
  // Prices
  { markup: '<geo-currency prices="$49, €45">$49</geo-currency>', fix: 'write prices="USD 49, EUR 45"' },
  { markup: '<geo-currency prices="49 USD, 45 EUR">$49</geo-currency>', fix: 'write prices="USD 49, EUR 45"' },
  { markup: '<p data-geo-currency="USD 49, EUR 45,00">$49</p>', fix: 'write data-geo-currency="USD 49, EUR 45.00"' },
  { markup: '<geo-currency prices="USD 1,490.00">$1,490</geo-currency>', fix: 'write prices="USD 1490.00"' },
  {
    markup: '<geo-currency prices="USD 49, IN USD 19">$49</geo-currency>',
    subject: '"IN USD 19"',
    fix: 'write prices="USD 49, IN: USD 19"',
  },
  {
    markup: '<geo-currency prices="USD 49, India USD 19">$49</geo-currency>',
    subject: '"India USD 19"',
    fix: 'write prices="USD 49, IN: USD 19"',
  },
  {
    markup: '<geo-currency prices="USD 49, YEN 6900">$49</geo-currency>',
    subject: 'has YEN',
    fix: 'did you mean JPY?',
  },
  { markup: '<geo-currency prices="">$49</geo-currency>', fix: 'such as prices="USD 49, EUR 45"' },
  { markup: '<geo-currency price="USD 49">$49</geo-currency>', fix: 'did you mean prices?' },
  { markup: '<geo-currency prices="USD 49, EUO 45">$49</geo-currency>', fix: 'did you mean EUR?' },
  { markup: '<geo-currency prices="EUR 45, USD 49">$49</geo-currency>', fix: 'Make both the same' },
  // Texts
  { markup: '<p data-geo-text="Hello city">Hello</p>', fix: 'write one, such as {city|your city}' },
  { markup: '<p data-geo-text="Hello {town}">Hello</p>', fix: 'did you mean {city}?' },
  {
    markup: '<p>Hello <geo-text>{city}</geo-text></p>',
    subject: '<geo-text>',
    fix: 'write one, such as template="{city|your city}"',
  },
  { markup: '<a data-geo-link="/{country}/" href="/">A</a>', fix: 'did you mean data-geo-href?' },
  {
    markup: '<geo-suggest country="FR" link="/fr/" hidden>A</geo-suggest>',
    subject: 'link',
    fix: 'did you mean href?',
  },
  { markup: '<geo-suggest country="FR" hidden>A</geo-suggest>', fix: 'leads nowhere: write href="/fr/"' },
  {
    markup: '<geo-select country="US FR" label="Ship to"></geo-select>',
    subject: 'country',
    fix: 'did you mean countries?',
  },
  {
    markup: '<geo-time hours="Mon-Fri 9am-5pm" timezone="Porto" open="O" closed="C">A</geo-time>',
    subject: '9am',
    fix: 'such as hours="mon-fri 09:00-17:30',
  },
  {
    markup: '<geo-delivery days="FR 1-2" timezone="Europe/Lisbon">A</geo-delivery>',
    subject: '"FR 1-2" in days',
    fix: 'did you mean FR: 1-2?',
  },
  {
    markup: '<geo-delivery days="FRA: 1-2" timezone="Europe/Lisbon">A</geo-delivery>',
    subject: '"FRA"',
    fix: 'did you mean FR?',
  },
  {
    markup: '<geo-delivery days="*: 1" timezone="Lisbon">A</geo-delivery>',
    subject: 'Lisbon',
    fix: 'did you mean timezone="Europe/Lisbon"?',
  },
  {
    markup: '<geo-delivery days="*: 1">A</geo-delivery>',
    subject: 'dates need',
    fix: 'add it, such as timezone="Europe/Lisbon"',
  },
  {
    markup: '<geo-delivery days="*: 1" timezone="Europe/Lisbon" cutoff="2pm">A</geo-delivery>',
    subject: '2pm',
    fix: 'such as cutoff="14:00"',
  },
  {
    markup: '<geo-delivery days="*: 1" timezone="Europe/Lisbon" work="Monday to Friday">A</geo-delivery>',
    subject: 'Monday',
    fix: 'did you mean work="mon-fri"?',
  },
  {
    markup: '<geo-delivery days="*: 1" timezone="Europe/Lisbon" closures="24.12.2026">A</geo-delivery>',
    subject: '24.12.2026',
    fix: 'write 2026-12-24',
  },
  {
    markup: '<geo-delivery days="*: 1" timezone="Europe/Lisbon" closures="2026-12-26..12-24">A</geo-delivery>',
    subject: '2026-12-26..12-24',
    fix: 'did you mean 2026-12-24..12-26?',
  },
  {
    markup: '<geo-delivery days="*: 2" timezone="Europe/Lisbon" template="{date}">A</geo-delivery>',
    subject: '{date}',
    fix: 'did you mean {dates}?',
  },
  {
    markup: '<geo-delivery plan="express">A</geo-delivery>',
    subject: 'express',
    fix: 'write it there, such as "delivery": { "express": {',
  },
  {
    markup: '<geo-delivery day="*: 3" timezone="Europe/Lisbon">A</geo-delivery>',
    subject: 'day',
    fix: 'did you mean days?',
  },
  { markup: '<p data-geo-text="{delivery-to}">A</p>', fix: 'write data-geo-delivery="standard" beside the binding' },
  {
    markup: '<p data-geo-text="{delivery-dates}" data-geo-delivery="express">A</p>',
    subject: 'express',
    fix: 'write it there, such as "delivery": { "express": {',
  },
  {
    markup: '<p data-geo-text="{city}" data-geo-delivery="regular">A</p>',
    subject: 'data-geo-delivery',
    fix: 'write data-geo-text="{delivery-dates}"',
  },
  { markup: '<p data-geo-text="Until {to}" data-geo-delivery="regular">A</p>', fix: 'did you mean {delivery-to}?' },
  {
    markup: '<geo-delivery days="*: 2" timezone="Europe/Lisbon" template="Until {delivery-to}">A</geo-delivery>',
    fix: 'did you mean {to}?',
  },
  { markup: '<p data-geo-text="Hello {cty}">Hello</p>', fix: 'did you mean {city}?' },
  { markup: '<geo-text template="Hello {city">Hello</geo-text>', fix: 'write {city} or {city|your city}' },
  { markup: '<p data-geo-text="Hello {city:uper}">Hello</p>', fix: 'write {city:lower} or {city}' },
  { markup: '<p data-geo-text="{eu}">Hello</p>', fix: 'use eu in a condition' },
  { markup: '<p data-geo-txt="{city}">Hello</p>', fix: 'did you mean data-geo-text?' },
  { markup: '<geo-txt template="{city}">Hello</geo-txt>', fix: 'did you mean <geo-text>?' },
  { markup: '<geo-text template="{city}"></geo-text>', fix: 'Write what everybody may see between its tags' },
  { markup: '<geo-currency minus="$43" prices="USD 75">$75</geo-currency>', fix: 'write minus="USD 43"' },
  { markup: '<geo-currency minus="US: USD 44" prices="USD 75">$75</geo-currency>', fix: 'write it without a place' },
  { markup: '<geo-currency minus="USD 45, USD 46" prices="USD 75">$75</geo-currency>', fix: 'take one of them out' },
  {
    markup: '<geo-currency minus="GBP 47" prices="USD 75, EUR 60">$75</geo-currency>',
    fix: 'Write the amount in USD or EUR',
  },
  // Parts
  { markup: '<geo-if country="DE">A <span slot="else">B</span></geo-if>', fix: 'Add hidden' },
  {
    markup: '<geo-currency prices="USD 75" minus="USD 41">$75<i slot="reached">B</i></geo-currency>',
    subject: 'slot="reached"',
    fix: 'Add hidden',
  },
  {
    markup: '<geo-currency prices="USD 75" minus="USD 42">$75<i slot="reachd" hidden>B</i></geo-currency>',
    subject: 'slot="reachd"',
    fix: 'did you mean slot="reached"?',
  },
  {
    markup: '<geo-if country="FR">A <span slot="els" hidden>B</span></geo-if>',
    subject: 'slot="els"',
    fix: 'did you mean slot="else"?',
  },
  { markup: '<p>We ship to <geo-flag alt="" /> Japan, too.</p>', fix: 'Write <geo-flag …></geo-flag>' },
  {
    markup:
      '<geo-switch><geo-case country="US">A</geo-case><geo-case country="DE">B</geo-case><geo-case country="AT" hidden>C</geo-case></geo-switch>',
    fix: 'Add hidden to all of them but the default',
  },
  { markup: '<geo-case country="FR">A</geo-case>', fix: 'Write <geo-switch> around the cases, or use <geo-if>' },
  {
    markup: '<geo-switch><geo-case country="FR" hidden>A</geo-case><geo-case default>B</geo-case></geo-switch>',
    subject: '<geo-case default>',
    fix: 'Write the default into the <geo-switch>, without a <geo-case>',
  },
  {
    markup: '<geo-if country="IT" hidden>A</geo-if><geo-else>B</geo-else>',
    subject: '<geo-else>',
    fix: 'write <span slot="else" hidden> inside the <geo-if>',
  },
  {
    markup: '<a href="/" data-geo-href="/?in={price-currency}">A</a>',
    fix: 'write data-geo-prices="USD 149, EUR 139" beside the binding',
  },
  {
    markup: '<geo-text template="in {price-currency}">in dollars</geo-text>',
    fix: 'write data-geo-prices="USD 149, EUR 139" beside the binding',
  },
  {
    markup: '<a href="/" data-geo-href="/?in={price-currency}" data-geo-prices="$49, €45">A</a>',
    fix: 'write data-geo-prices="USD 49, EUR 45"',
  },
  {
    markup: '<a href="/" data-geo-href="/?in={price-currency}" data-geo-prices="USD 49, DEU: EUR 45">A</a>',
    fix: 'did you mean DE?',
  },
  {
    markup: '<a href="/" data-geo-href="/?in={price-currency}" data-geo-prices="USD 49, EUO 45">A</a>',
    fix: 'did you mean EUR?',
  },
  { markup: '<p data-geo-prices="USD 49, EUR 45">$49</p>', fix: 'write data-geo-currency="USD 49, EUR 45"' },
  {
    markup: '<a href="/" data-geo-href="/?in={price-curency}" data-geo-prices="USD 49, EUR 45">A</a>',
    fix: 'did you mean {price-currency}?',
  },
  { markup: '<p data-geo-price="USD 49, EUR 45">$49</p>', fix: 'did you mean data-geo-currency?' },
  { markup: '<p data-geo-when="country: IT">A</p>', fix: 'write data-geo-show="country: IT"' },
  { markup: '<p>Hello <geo-text template="{country}" /> and welcome</p>', fix: 'Write <geo-text …></geo-text>' },
  {
    markup: '<p>A <geo-if country="ES" hidden><div>block</div></geo-if></p>',
    fix: 'Use `data-geo-show` on the row, the paragraph',
    inBrowser: true,
  },
  // Times, places, lists and the opt-out
  {
    markup: '<geo-time datetime="tomorrow 10:00">A</geo-time>',
    subject: 'tomorrow',
    fix: 'write it like datetime="2027-01-16T19:00"',
  },
  {
    markup: '<geo-time datetime="2027-01-16T10:00">A</geo-time>',
    fix: 'add that of the place, such as timezone="Europe/Paris"',
  },
  {
    markup: '<geo-time datetime="2027-01-17T10:00" timezone="Lisbon">A</geo-time>',
    subject: 'Lisbon',
    fix: 'did you mean timezone="Europe/Lisbon"?',
  },
  {
    markup: '<geo-time hours="9-17" timezone="Europe/Lisbon" open="Open" closed="Closed">A</geo-time>',
    fix: 'such as hours="mon-fri 09:00-17:30',
  },
  {
    markup: '<geo-time hours="mon-fri 09:00-17:30" open="Open" closed="Closed">A</geo-time>',
    subject: 'hours need',
    fix: 'add it, such as timezone="Europe/Paris"',
  },
  {
    markup: '<geo-time datetime="2027-01-18T10:00Z" format="shrt">A</geo-time>',
    subject: 'shrt',
    fix: 'did you mean format="short"?',
  },
  {
    markup: '<geo-nearest places="shop" template="{name}">A</geo-nearest>',
    fix: 'write it there, such as { "places": { "shop":',
    inBrowser: true,
  },
  {
    markup: '<geo-select countries="JP FRA" label="Ship to">A</geo-select>',
    subject: '"FRA"',
    fix: 'did you mean FR?',
  },
  { markup: '<geo-optout></geo-optout>', fix: 'write <geo-optout><a href="/privacy">' },
  { markup: '<a data-geo-onclick="x" href="/">A</a>', fix: 'is not a Geolet attribute' },
  {
    markup: '<iframe data-geo-src="/{country}" src="/blank.gif" title="A"></iframe>',
    fix: 'Geolet writes no attribute that runs',
  },
  // Places as people write them
  { markup: '<geo-if country="Frankreich">A</geo-if>', fix: 'did you mean country="FR"?' },
  { markup: '<geo-if country="allemagne" hidden>A</geo-if>', fix: 'did you mean country="DE"?' },
  { markup: '<geo-if country="日本">A</geo-if>', fix: 'did you mean country="JP"?' },
  { markup: '<geo-if country="Frankreih">A</geo-if>', fix: 'did you mean country="FR"?' },
  { markup: '<geo-if country="osterreich">A</geo-if>', fix: 'did you mean country="AT"?' },
  { markup: '<geo-if country="Holland">A</geo-if>', fix: 'did you mean country="NL"?' },
  { markup: '<geo-if country="Turkey">A</geo-if>', fix: 'did you mean country="TR"?' },
  {
    markup: '<geo-if country="Great Britain">A</geo-if>',
    subject: '"Great Britain"',
    fix: 'did you mean country="GB"?',
  },
  { markup: '<geo-if country="Czech Republic">A</geo-if>', subject: 'Czech', fix: 'did you mean country="CZ"?' },
  {
    markup: '<geo-if country="Ivory Coast, Ghana">A</geo-if>',
    subject: 'Ivory Coast',
    fix: 'did you mean CI in place of Ivory Coast?',
  },
  { markup: '<p data-geo-show="country: United Kingdom">A</p>', fix: 'did you mean country: GB?' },
  { markup: '<geo-if not-country="Espagne">A</geo-if>', fix: 'did you mean not-country="ES"?' },
  { markup: '<geo-if country="Europe">A</geo-if>', fix: 'did you mean continent="EU"?' },
  { markup: '<geo-if country="Asia">A</geo-if>', fix: 'did you mean continent="AS"?' },
  { markup: '<geo-if country="Scandinavia">A</geo-if>', fix: 'did you mean group="nordics"?' },
  { markup: '<geo-if country="European Union">A</geo-if>', subject: 'European Union', fix: 'did you mean group="eu"?' },
  { markup: '<geo-if group="Europe">A</geo-if>', fix: 'did you mean continent="EU"?' },
  { markup: '<p data-geo-show="Europe">A</p>', fix: 'did you mean continent: EU?' },
  { markup: '<p data-geo-show="Scandinavia">A</p>', fix: 'did you mean group: nordics?' },
  { markup: '<p data-geo-hide="Suisse">A</p>', fix: 'did you mean country: CH?' },
  { markup: '<geo-if country="EN">A</geo-if>', fix: 'en is a language: write language="en", or country="US"' },
  { markup: '<geo-if country="CA EN">A</geo-if>', subject: 'CA EN', fix: 'there is no country EN' },
  { markup: '<p data-geo-show="EN">A</p>', fix: 'did you mean language: en?' },
  {
    markup: '<p data-geo-show="country: US or MX">A</p>',
    subject: 'US or MX',
    fix: 'there is no country OR: take it out',
  },
  { markup: '<p class="geo-show-europe">A</p>', fix: 'did you mean geo-show-eu?' },
  { markup: '<p class="geo-show-frankreich">A</p>', fix: 'did you mean geo-show-fr?' },
  { markup: '<geo-flag country="Germany"></geo-flag>', fix: 'did you mean country="DE"?' },
  {
    markup: '<geo-select countries="Deutschland FR" label="Ship to">A</geo-select>',
    subject: 'DEUTSCHLAND',
    fix: 'did you mean DE?',
  },
  {
    markup: '<geo-currency prices="USD 49, Deutschland: EUR 45">$49</geo-currency>',
    subject: '"DEUTSCHLAND"',
    fix: 'did you mean DE?',
  },
  {
    markup: '<geo-currency prices="USD 49, Europe: EUR 45">$49</geo-currency>',
    subject: '"EUROPE"',
    fix: 'did you mean eu?',
  },
  {
    markup: '<geo-delivery days="Italia: 1-2" timezone="Europe/Lisbon">A</geo-delivery>',
    subject: '"ITALIA"',
    fix: 'did you mean IT?',
  },
  // What people write for not
  { markup: '<geo-if country="!US">A</geo-if>', fix: 'write not-country, such as not-country="US"' },
  { markup: '<geo-if country="!= CA">A</geo-if>', subject: '"!="', fix: 'such as not-country="CA"' },
  { markup: '<geo-if country="-MX">A</geo-if>', fix: 'such as not-country="MX"' },
  { markup: '<geo-if country="not BR PT">A</geo-if>', subject: 'BR PT', fix: 'such as not-country="BR PT"' },
  { markup: '<p data-geo-show="country != US">A</p>', subject: 'country != US', fix: 'did you mean not-country: US?' },
  { markup: '<p data-geo-show="country is not CA">A</p>', subject: 'is not CA', fix: 'did you mean not-country: CA?' },
  { markup: '<p data-geo-show="country == CA">A</p>', subject: 'country == CA', fix: 'did you mean country: CA?' },
  { markup: '<p data-geo-show="country: !BR">A</p>', subject: '!BR', fix: 'such as not-country: BR' },
  { markup: '<p data-geo-show="!US">A</p>', fix: 'did you mean not-country: US?' },
  { markup: '<p data-geo-show="not AU NZ">A</p>', subject: 'not AU NZ', fix: 'did you mean not-country: AU NZ?' },
  {
    markup: '<p data-geo-show="not Frankreich">A</p>',
    subject: 'not Frankreich',
    fix: 'did you mean not-country: FR?',
  },
  { markup: '<p data-geo-show="not dach">A</p>', subject: 'not dach', fix: 'did you mean not-group: dach?' },
  { markup: '<p data-geo-show="!country: US">A</p>', fix: 'did you mean not-country?' },
  { markup: '<geo-if exclude="US">A</geo-if>', subject: 'exclude', fix: 'did you mean not-country="US"?' },
  { markup: '<geo-if country="NA" exclude="CA">A</geo-if>', subject: 'exclude', fix: 'did you mean not-country="CA"?' },
  { markup: '<geo-if except="dach">A</geo-if>', subject: 'except', fix: 'did you mean not-group="dach"?' },
  { markup: '<geo-if country-not="GB">A</geo-if>', subject: 'country-not', fix: 'did you mean not-country="GB"?' },
  { markup: '<geo-if show="IE">A</geo-if>', subject: 'show', fix: 'did you mean country="IE"?' },
  { markup: '<p class="geo-show-not-us">A</p>', fix: 'did you mean geo-hide-us?' },
  {
    markup: '<p data-geo-show="country: US && currency: USD">A</p>',
    subject: '&&',
    fix: 'write ; between conditions: country: US; currency: USD',
  },
  // Attributes that nothing reads
  { markup: '<p geo-show="country: FR">A</p>', fix: 'did you mean data-geo-show?' },
  { markup: '<p geo-text="Hello {city}">A</p>', fix: 'did you mean data-geo-text?' },
  { markup: '<p data-geohide="country: FR">A</p>', subject: 'data-geohide', fix: 'did you mean data-geo-hide?' },
  { markup: '<p data-geo_text="{city}">A</p>', subject: 'data-geo_text', fix: 'did you mean data-geo-text?' },
  {
    markup: '<iframe srcdoc="<geo-if country=\'FR\'>A</geo-if>" title="A"></iframe>',
    subject: 'srcdoc',
    fix: 'Write the script tag into it too',
  },
  {
    markup: '<article><template shadowrootmode="open"><p data-geo-text="{city}!">A</p></template></article>',
    subject: '{city}!',
    fix: 'Call geolet.scan(element.shadowRoot)',
  },
  // Templates of another language
  { markup: '<p data-geo-text="Hello ${city}">A</p>', subject: '${city}', fix: 'did you mean {city}?' },
  { markup: '<a data-geo-href="/${country}/" href="/">A</a>', fix: 'did you mean {country}?' },
  { markup: '<geo-text template="Near ${city}">A</geo-text>', subject: '${city}', fix: 'did you mean {city}?' },
  { markup: '<geo-text template="Near {{city}}">A</geo-text>', subject: '{{city}}', fix: 'write {city}' },
  { markup: '<geo-text template="In %country%">A</geo-text>', subject: '%country%', fix: 'did you mean {country}?' },
  { markup: '<p data-geo-text="In [city]">A</p>', subject: '[city]', fix: 'did you mean {city}?' },
  // Quotes
  { markup: '<geo-if country="FR>A</geo-if><p class="x">B</p>', subject: 'country', fix: 'write country="FR"' },
  {
    markup: '<p data-geo-show="country: IT>A</p><a href="/x">B</a>',
    subject: 'data-geo-show',
    fix: 'write data-geo-show="country: IT"',
  },
  {
    markup: '<p data-geo-text="Dear {city}>A</p><p class="x">B</p>',
    subject: 'no closing quote',
    fix: 'write data-geo-text="Dear {city}"',
  },
  {
    markup: '<geo-currency prices="USD 49, EUR 41>$49</geo-currency><p class="b">B</p>',
    subject: 'prices',
    fix: 'write prices="USD 49, EUR 41"',
  },
  {
    markup: '<p class="big>A</p><p data-geo-show="country: FR">B</p>',
    subject: 'class has no closing quote',
    fix: 'write class="big"',
  },
  {
    markup: '<p data-geo-show=“country: FR”>A</p>',
    subject: 'curly quotes',
    fix: 'write data-geo-show="country: fr"',
  },
  {
    markup: '<geo-currency prices=“USD 49”>$49</geo-currency>',
    subject: 'curly quotes',
    fix: 'write prices="USD 49"',
  },
  // Order and signs of prices
  { markup: '<geo-currency prices="49 USD">$49</geo-currency>', subject: '"49 USD"', fix: 'write prices="USD 49"' },
  { markup: '<geo-currency prices="USD49, EUR45">$49</geo-currency>', fix: 'write prices="USD 49, EUR 45"' },
  {
    markup: '<geo-currency prices="USD 49; EUR 45">$49</geo-currency>',
    subject: ';',
    fix: 'write prices="USD 49, EUR 45"',
  },
  {
    markup: '<geo-currency prices="USD 49 / EUR 46">$49</geo-currency>',
    subject: '/',
    fix: 'write prices="USD 49, EUR 46"',
  },
  {
    markup: '<geo-currency prices="USD 49 EUR 47">$49</geo-currency>',
    subject: 'EUR 47',
    fix: 'write prices="USD 49, EUR 47"',
  },
  {
    markup: '<geo-currency prices="USD: 49, EUR: 45">$49</geo-currency>',
    subject: 'USD:',
    fix: 'write prices="USD 49, EUR 45"',
  },
  // Parts that the parser moves, or that stand too deep
  {
    markup: '<geo-if country="PT" hidden>A <div><span slot="else" hidden>B</span></div></geo-if>',
    fix: 'move it out of the <div>, so that it is a child of the <geo-if>',
  },
  {
    markup: '<table><geo-if country="SE"><tr><td>A</td></tr></geo-if></table>',
    fix: 'Use `data-geo-show` on the row',
    inHtml: true,
  },
  {
    markup: '<table><tr><geo-if country="NO"><td>A</td></geo-if></tr></table>',
    fix: 'Use `data-geo-show` on the row',
    inHtml: true,
  },
  {
    markup: '<select><geo-if country="DK"><option>A</option></geo-if></select>',
    fix: 'Use `data-geo-show` on the row, the paragraph or the option itself',
    inHtml: true,
  },
];

/** A mistake in how a page is set up, and the words of its fix. */
interface PlantedSetup {
  /** Attributes of the script tag. */
  readonly tag?: string;
  /** The settings block, or its whole tag. */
  readonly block?: string;
  readonly markup?: string;
  readonly fix: string;
  /** Whether only the page itself reads it. */
  readonly inBrowser?: true;
}

const ownGroup = '<geo-if group="mine" hidden>A</geo-if>';

/** Mistakes in the script tag and in the settings block: one for each page. */
export const plantedSetups: readonly PlantedSetup[] = [
  { tag: 'data-endpont="/geo"', fix: 'did you mean data-endpoint?' },
  { tag: 'endpoint="/geo"', fix: 'did you mean data-endpoint?' },
  { tag: 'timeout-ms="2000"', fix: 'did you mean data-timeout-ms?' },
  { tag: 'data-endpoint="shop.example/geo"', fix: 'write https://shop.example/geo, or /geo' },
  { tag: 'data-timeout="2000"', fix: 'did you mean data-timeout-ms?' },
  { tag: 'data-timeout-ms="fast"', fix: 'such as data-timeout-ms="2000"' },
  { tag: 'data-bindings="lod"', fix: 'did you mean data-bindings="load"?' },
  { tag: 'data-consent="require"', fix: 'did you mean data-consent="required"?' },
  { tag: 'data-storage="none"', fix: 'did you mean data-storage="off"?' },
  { tag: '></script><script async src="/geolet.js"', fix: 'Remove the others' },
  { block: '{ "groups": { "mine": "DE AT", } }', markup: ownGroup, fix: 'remove the comma before } or ]' },
  { block: "{ 'groups': { 'mine': 'DE AT' } }", markup: ownGroup, fix: 'write double quotes in place of single ones' },
  { block: '{ groups: { "mine": "DE AT" } }', markup: ownGroup, fix: 'write the names in double quotes' },
  { block: '{ “groups”: { “mine”: “DE AT” } }', markup: ownGroup, fix: 'write straight double quotes' },
  { block: '{ "groups": { "mine": "DE AT" } // mine\n }', markup: ownGroup, fix: 'write it as { "groups": {' },
  { block: '{ "group": { "mine": "DE AT" } }', markup: ownGroup, fix: 'did you mean "groups"?' },
  {
    block: '{ "delivery": { "standard": { "days": "FR: 1", "cut-off": "14:00", "timezone": "Europe/Lisbon" } } }',
    fix: 'did you mean cutoff?',
  },
  {
    block: '{ "delivery": { "standard": { "days": "FR: 1-2", "cutoff": 14, "timezone": "Europe/Lisbon" } } }',
    fix: 'is no text: write it in double quotes',
  },
  { block: '{ "delivery": { "standard": { "days": "FR: 1-2; *: 5" } } }', fix: 'write it like "days": "FR: 1-2' },
  { block: '{ "closure": { "FR": "2026-12-25" } }', fix: 'did you mean "closures"?' },
  { block: '{ "closures": { "FR": "25.12.2026" } }', fix: 'write 2026-12-24, 2026-12-24..26' },
  { block: '{ "closures": { "FR": "12-26..12-24" } }', fix: 'did you mean 12-24..12-26?' },
  { block: '{ "groups": { "mine": "DE USA" } }', markup: ownGroup, fix: 'there is no country "usa"; did you mean US?' },
  {
    block: '{ "groups": { "de": "DE AT" } }',
    markup: '<p>A</p>',
    fix: 'a name begins with a letter and has three',
    inBrowser: true,
  },
  {
    block: '<script type="text/json" data-geo-settings>{ "groups": { "mine": "DE AT" } }</script>',
    markup: ownGroup,
    fix: 'write <script type="application/json" data-geo-settings>',
  },
  { block: '{ "redirect": { "JP": "/jp/" } }', fix: 'write [{"when":"country: JP","to":"/jp/"}]', inBrowser: true },
  { block: '{ "redirect": [{ "country": "JP", "to": "/jp/" }] }', fix: 'lacks when', inBrowser: true },
  {
    block: '{ "redirect": [{ "when": "country: JP", "to": "https://jp.example/" }] }',
    fix: 'add "origins": ["https://jp.example"]',
    inBrowser: true,
  },
  {
    block: '{ "places": { "shops": [{ "name": "Porto", "lat": 41.1, "lng": -8.6 }] } }',
    markup: '<geo-nearest places="shops" template="{name}">A</geo-nearest>',
    fix: 'but lat and lng: write "latitude": 41.14, "longitude": -8.61',
    inBrowser: true,
  },
  {
    block: '{ "places": { "shops": [{ "name": "Porto", "latitude": 41.1, "longitude": -8.6 }] } }',
    markup: '<geo-nearest places="shop" template="{name}">A</geo-nearest>',
    fix: 'did you mean places="shops"?',
    inBrowser: true,
  },
  {
    block: '{ "rules": { "select": "h1", "text": "Hi {city}" } }',
    markup: '<p>A</p>',
    fix: 'write "rules": [{"select":"h1","text":"Hi {city}"}]',
  },
  {
    block: '{ "rules": [{ "selector": "h1", "text": "Hi {city}" }] }',
    markup: '<p>A</p>',
    fix: 'did you mean "select" in place of "selector"?',
  },
  {
    block: '{ "rules": [{ "select": "p:nth-child(2)", "text": "Hi {city}" }] }',
    markup: '<p>A</p>',
    fix: 'has ":nth-child(2)", which rules cannot use',
  },
  {
    block: '{ "rules": [{ "select": ".md:flex, .w-1/2", "text": "Hi {city}" }] }',
    markup: '<p>A</p>',
    fix: 'has ":flex", which rules cannot use',
  },
  {
    block: '{ "rules": [{ "select": "p", "hidden": "country: FR" }] }',
    markup: '<p>A</p>',
    fix: 'did you mean "hide"?',
  },
  {
    block: '{ "rules": [{ "select": "p", "className": "in-{country}" }] }',
    markup: '<p>A</p>',
    fix: 'did you mean "class"?',
  },
  {
    block: '{ "rules": [{ "select": "p", "text": 5 }] }',
    markup: '<p>A</p>',
    fix: 'text of rules[0] is no text: write "text": "5"',
  },
  {
    block: '{ "rules": [{ "select": "p", "when": "country: FR" }] }',
    markup: '<p>A</p>',
    fix: 'rules[0] writes nothing',
  },
  {
    block: '{ "rules": [{ "select": "p", "text": "Salut", "when": "contry: FR" }] }',
    markup: '<p>A</p>',
    fix: '"contry" is not a condition; did you mean country?',
  },
  {
    block: '{ "rules": [{ "select": "p", "text": "Salut", "when": "country: United Kingdom" }] }',
    markup: '<p>A</p>',
    fix: 'there is no country "United Kingdom"; did you mean country: GB?',
  },
  {
    block: '{ "rules": [{ "select": "p", "text": "Salut", "when": "country != US" }] }',
    markup: '<p>A</p>',
    fix: 'did you mean not-country: US?',
  },
  {
    block: '{ "rules": [{ "select": "p", "text": "Salut", "when": "country: FRA" }] }',
    markup: '<p>A</p>',
    fix: 'there is no country "fra"; did you mean country: FR?',
  },
  {
    block: '{ "rules": [{ "select": "p", "text": "Salut" }] }',
    markup: '<p>A</p>',
    fix: 'no word in braces and the rule has no when',
  },
  { block: '{ "rules": [{ "select": "p", "text": "In {cty}" }] }', markup: '<p>A</p>', fix: 'did you mean {city}?' },
  {
    block: '{ "rules": [{ "select": "p", "currency": "$49" }] }',
    markup: '<p>A</p>',
    fix: 'write "currency": "USD 49"',
  },
  {
    block:
      '{ "rules": [{ "select": "p", "text": "{city}" }, { "select": "p", "text": "Salut", "when": "country: FR" }] }',
    markup: '<p>A</p>',
    fix: 'text of rules[1] never counts: rules[0] has the same select and no when',
  },
];
