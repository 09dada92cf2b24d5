// @ts-check

/** What can be loaded. Each works as it stands, and is named for what it does. */
export const examples = [
  {
    name: 'Show local prices',
    markup: `<h1>The Asterisk, a day shoe</h1>
<p>
  <geo-currency
    prices="USD 149, EUR 139, GBP 119, JPY 21900, BRL 790"
    was="USD 179, EUR 169, GBP 145, JPY 26500, BRL 950">
    <s>$179</s> $149
  </geo-currency>
</p>
<p>Laces: <span data-geo-currency="USD 6.00, EUR 5.50">$6.00</span></p>
`,
  },
  {
    name: 'Show prices by country from a price book',
    markup: `<script type="application/json" data-geo-settings>
  { "prices": { "obelisk": "USD 49, EUR 45, IN: USD 19, CH: CHF 49, US-HI: USD 59" } }
</script>
<h1>The Obelisk, a tall boot</h1>
<p><geo-currency sku="obelisk">$49</geo-currency></p>
<p>Laces: <span data-geo-currency="USD 6.00, IN BR: USD 3.00">$6.00</span></p>
`,
  },
  {
    name: 'Say one price everywhere',
    markup: `<script type="application/json" data-geo-settings>
  { "prices": { "obelisk": "USD 49, EUR 45, IN: USD 19" } }
</script>
<h1>The Obelisk, a tall boot</h1>
<div itemscope itemtype="https://schema.org/Offer"
  data-geo-offer="sku: obelisk">
  <p><geo-currency sku="obelisk">$49</geo-currency></p>
  <p>Structured data: <span itemprop="price">49</span>
    <span itemprop="priceCurrency">USD</span></p>
</div>
<p><a href="/buy?currency=USD"
  data-geo-prices="sku: obelisk"
  data-geo-href="/buy?currency={price-currency}">Buy</a>
  for <output>USD 49</output></p>
<script>
  const output = document.querySelector('output');
  (window.geoletQueue ||= []).push(async (geolet) => {
    const price = await geolet.price('sku: obelisk');
    output.value = \`\${price.currency} \${price.amount}\`;
  });
</script>
`,
  },
  {
    name: 'Say how long delivery takes',
    markup: `<h1>Delivery to <geo-text template="{city|your door}">your door</geo-text></h1>
<geo-switch>
  <geo-case eu hidden>Free, in 2 to 3 days. No duties.</geo-case>
  <geo-case country="GB" hidden>£4, in 3 days. Duties are paid.</geo-case>
  <geo-case country="US CA" hidden>Free, in 4 days.</geo-case>
  <geo-case continent="AS OC" hidden>By air, in 5 days.</geo-case>
  Worldwide, in 4 to 9 days.
</geo-switch>
`,
  },
  {
    name: 'Say when an order arrives',
    markup: `<script type="application/json" data-geo-settings>
  { "delivery": { "standard": {
      "days": "FR: 1-2, eu: 2-4, US-HI: 9-14, *: 5-9",
      "cutoff": "14:00", "timezone": "Europe/Lisbon" } },
    "closures": { "FR": "07-14, 12-25", "US": "07-04, 12-25" } }
</script>
<h1>The Asterisk, a day shoe</h1>
<p><geo-delivery plan="standard"
  template="Order within {left}: delivered {dates}">
  Delivered in 5 to 9 working days</geo-delivery></p>
<p>On the way: <geo-delivery plan="standard" template="{days} working days">
  5 to 9 working days</geo-delivery></p>
`,
  },
  {
    name: 'Say what is left until delivery is free',
    markup: `<h1>Your cart</h1>
<p>Left until free delivery: <geo-currency prices="USD 75, EUR 60, GBP 50"
  minus="USD 40, EUR 40, GBP 40">
  see your cart<b slot="reached" hidden>nothing</b></geo-currency></p>
<p><label>In the cart:
  <input type="range" max="90" step="0.5" value="40"></label></p>
<script>
  const amount = document.querySelector('geo-currency');
  document.querySelector('input').addEventListener('input', (event) => {
    const { value } = event.target;
    const currencies = ['USD', 'EUR', 'GBP'];
    amount.setAttribute('minus', currencies.map((one) => one + ' ' + value).join(', '));
  });
</script>
`,
  },
  {
    name: 'Change a page beside its HTML',
    markup: `<script type="application/json" data-geo-settings>
  { "rules": [
    { "select": "h1", "text": "Chaussures pour {city|la ville}", "when": "country: FR" },
    { "select": ".price", "currency": "USD 49, EUR 45, JPY 6900" },
    { "select": ".offer", "show": "eu" }
  ] }
</script>
<h1>Shoes for the city</h1>
<p class="price">$49</p>
<p class="offer" hidden>Free delivery, no duties.</p>
`,
  },
  {
    name: 'Greet visitors in their language',
    markup: `<h1>
  <geo-switch>
    <geo-case country="FR" hidden><span lang="fr">Bonjour !</span></geo-case>
    <geo-case country="JP" hidden><span lang="ja">こんにちは</span></geo-case>
    <geo-case country="BR" hidden><span lang="pt">Olá!</span></geo-case>
    <geo-case country="DE AT" hidden><span lang="de">Guten Tag!</span></geo-case>
    Hello!
  </geo-switch>
</h1>
<p>We ship to <geo-flag alt=""></geo-flag>
<geo-text template="{country}">your country</geo-text> every day.</p>
`,
  },
  {
    name: 'Show a banner in the EU only',
    markup: `<!-- "unknown" is on the safe side: who cannot be located sees the banner, too. -->
<geo-if group="gdpr unknown" hidden>
  <p><strong>We ask before we count visits.</strong>
  <button>Accept</button> <button>Decline</button></p>
</geo-if>

<p>Everything else on this page is for everybody.</p>
`,
  },
  {
    name: 'Link to the right country page',
    markup: `<p><a href="/pricing" data-geo-href="/{country:lower}/pricing">
  Pricing in <span data-geo-text="{country}">all countries</span>
</a></p>
<p><img src="pictures/default.svg" width="240" alt="A road to the horizon"
  data-geo-when="country: FR JP US BR DE GB KE IN AU CA EG MX"
  data-geo-src="pictures/{country:lower}.svg"
  data-geo-alt="A view of {country}"></p>
`,
  },
  {
    name: 'Tell opening hours and times',
    markup: `<p>
  <geo-time hours="mon-fri 09:00-17:30; sat 10:00-14:00"
    timezone="Europe/Lisbon"
    open="Our workshop is open until {time}."
    closed="Our workshop opens {day} at {time}.">
    Our workshop is open Monday to Saturday.
  </geo-time>
</p>
<p>The winter walk sets out
  <geo-time datetime="2027-01-16T10:00" timezone="Europe/Lisbon">
    16 January 2027, 10:00 in Porto</geo-time>.</p>
`,
  },
  {
    name: 'Find the nearest shop',
    markup: `<script type="application/json" data-geo-settings>
  { "places": { "shops": [
    { "name": "Porto", "latitude": 41.143, "longitude": -8.614 },
    { "name": "Berlin", "latitude": 52.529, "longitude": 13.401 },
    { "name": "New York", "latitude": 40.729, "longitude": -74.001 },
    { "name": "Osaka", "latitude": 34.674, "longitude": 135.494 }
  ] } }
</script>
<p>Try them on:
  <geo-nearest places="shops" template="{name}, {distance} away">
    in Porto, Berlin, New York and Osaka
  </geo-nearest></p>
`,
  },
  {
    name: 'Let visitors choose their country',
    markup: `<p>Ship to
  <geo-select countries="FR JP US BR DE GB *" label="Ship to" reset="Where I am">
    wherever you are
  </geo-select>
</p>
<p><geo-currency prices="USD 149, EUR 139, GBP 119, JPY 21900, BRL 790">$149</geo-currency></p>
`,
  },
  {
    name: 'Know the country from a header',
    markup: `<!-- The cache in front of the site says: Server-Timing: geo;desc="FR" -->
<script>/* What npx geolet snippet header prints */</script>
<script src="/geolet.js"></script>

<h1>Shoes for <geo-text template="{country}">every country</geo-text></h1>
<p><geo-currency prices="USD 149, EUR 139, GBP 119, JPY 21900, BRL 790">$149</geo-currency></p>
<geo-if eu hidden><p>No duties.</p></geo-if>
<p>Nobody is asked, so <geo-text template="{city}">your city</geo-text>
stays as written.</p>
`,
  },
  {
    name: 'Suggest another shop',
    markup: `<h1>Shoes for walking</h1>
<geo-suggest country="FR" href="/fr/" lang="fr"
  label="Y aller" close="Fermer" days="0" hidden>
  Notre boutique parle français.
</geo-suggest>
<p>Choose Lyon or France: a bar offers the French shop.</p>
`,
  },
  {
    name: 'Let visitors opt out',
    markup: `<h1>Shoes for walking</h1>
<geo-optout>
  <a href="/privacy">Do not sell my data</a>
  <span slot="honored" hidden>We honour your browser’s opt-out signal.</span>
</geo-optout>
`,
  },
  {
    name: 'React in JavaScript',
    markup: `<p>You are a visitor from <output>somewhere</output>.</p>
<script>
  const output = document.querySelector('output');
  (window.geoletQueue ||= []).push(async (geolet) => {
    const visitor = await geolet.ready;
    output.value = visitor?.countryName ?? 'somewhere';
  });
</script>
`,
  },
];
