import { findVisitorAddress } from '../../../src/proxy/address/visitor-address.ts';
import { type Kind, textKind } from '../kind.ts';

function find(trustHeader: string) {
  return (value: string) =>
    findVisitorAddress(
      {
        method: 'GET',
        url: 'https://shop.example/geo',
        headers: new Headers({ [trustHeader]: value }),
        signal: new AbortController().signal,
      },
      { ip: '10.0.0.1' },
      { trust: 16, trustHeader },
    );
}

/** Headers in which servers name the visitor, as long as a visitor can make them. */
export const addressHeaderKinds: readonly Kind[] = [
  textKind('Forwarded: many entries', 16_000, 'for=1.1.1.1,', find('forwarded'), { after: 'for=9.9.9.9' }),
  textKind('Forwarded: many quotes', 16_000, 'for="1.1.1.1",', find('forwarded'), { after: 'for="9.9.9.9"' }),
  textKind('Forwarded: an open quote', 16_000, '\\"', find('forwarded'), { before: 'for="', after: '"' }),
  textKind('X-Forwarded-For: many entries', 16_000, '1.1.1.1,', find('x-forwarded-for'), { after: '9.9.9.9' }),
];
