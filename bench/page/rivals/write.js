// What every one of these techniques does once it knows the visitor: it writes the page's values by hand, in one loop.
globalThis.write = ({ city, countryName, countryCode, currencyCode }, isDue = () => true) => {
  const values = { city, country: countryName, 'country:lower': countryCode.toLowerCase() };
  const fill = (template) => template.replace(/\{([\w:]+)\}/g, (_, name) => values[name]);
  const isIn = (condition) => condition.slice(condition.indexOf(':') + 1).trim().split(' ').includes(countryCode);
  for (const element of document.querySelectorAll('geo-text,[data-geo-text],[data-geo-href],[data-geo-currency],[data-geo-show]')) {
    if (!isDue(element)) continue;
    const { geoText = element.getAttribute('template'), geoHref, geoCurrency, geoShow } = element.dataset;
    if (geoText) element.textContent = fill(geoText);
    if (geoHref) element.href = fill(geoHref);
    if (geoShow) element.hidden = !isIn(geoShow);
    const amount = geoCurrency?.split(', ').find((price) => price.startsWith(currencyCode))?.slice(4);
    if (amount) element.textContent = new Intl.NumberFormat('en-US', { style: 'currency', currency: currencyCode, minimumFractionDigits: 0 }).format(amount);
  }
};

globalThis.parsed = new Promise((resolve) => (document.readyState === 'loading' ? document.addEventListener('DOMContentLoaded', resolve) : resolve()));
