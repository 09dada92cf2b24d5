import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { startServer } from '../../support/start-server.ts';

const page = readFileSync('docs/checkout.md', 'utf8');

/** What a block of the page exports, by the name in its first line. */
async function recipe(name: string): Promise<Readonly<Record<string, (...given: unknown[]) => Promise<string>>>> {
  const [, code = ''] = page.match(new RegExp(`\`\`\`js\\n(// ${name}\\n[^]*?)\`\`\``)) ?? [];
  expect(code, name).not.toBe('');
  return (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as Awaited<ReturnType<typeof recipe>>;
}

describe('the recipe for Stripe', () => {
  const buy = async (wanted: unknown) => {
    const { checkoutUrl } = await recipe('stripe-checkout.js');
    const sent: unknown[] = [];
    const create = async (session: unknown) => {
      sent.push(session);
      return { url: 'https://checkout.stripe.com/1' };
    };
    expect(await checkoutUrl?.({ checkout: { sessions: { create } } }, wanted)).toBe('https://checkout.stripe.com/1');
    return sent;
  };

  it('charges in the currency of the page, and sends no amount', async () =>
    expect(await buy('EUR')).toEqual([
      {
        mode: 'payment',
        line_items: [{ price: 'price_asterisk', quantity: 1 }],
        currency: 'eur',
        success_url: 'https://shop.example/thanks',
      },
    ]));

  it.each([undefined, null, 'XXX', 'eur&amount=1', '__proto__'])('charges the first price for %s', async (wanted) => {
    expect(await buy(wanted)).toMatchObject([{ currency: 'usd' }]);
  });

  it('has a link for each currency, and the first one for any other', async () => {
    const { paymentLink } = await recipe('payment-links.js');
    expect(paymentLink?.('EUR')).toBe('https://buy.stripe.com/euros');
    for (const wanted of ['USD', null, 'constructor'])
      expect(paymentLink?.(wanted)).toBe('https://buy.stripe.com/dollars');
  });
});

it.each([
  ['FR', { buyerIdentity: { countryCode: 'FR' } }],
  [undefined, {}],
])('the recipe for Shopify makes a cart for the country %s', async (country, identity) => {
  const { checkoutUrl } = await recipe('shopify-cart.js');
  let sent: unknown;
  const endpoint = await startServer((request, response) => {
    void text(request).then((body) => {
      sent = { token: request.headers['x-shopify-storefront-access-token'], ...(JSON.parse(body) as object) };
      response.end(JSON.stringify({ data: { cartCreate: { cart: { checkoutUrl: 'https://shop.example/cart/1' } } } }));
    });
  });
  expect(await checkoutUrl?.(endpoint, 'token', 'gid://shopify/ProductVariant/1', country)).toBe(
    'https://shop.example/cart/1',
  );
  expect(sent).toMatchObject({
    token: 'token',
    query: expect.stringContaining('cartCreate(input: $input)'),
    variables: { input: { lines: [{ merchandiseId: 'gid://shopify/ProductVariant/1', quantity: 1 }], ...identity } },
  });
});
