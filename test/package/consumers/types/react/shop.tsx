import 'geolet/types/react';
import { useMatches, usePrice, useVisitor } from 'geolet/react';
import { useRef } from 'react';

export function Shop() {
  const price = useRef<HTMLElement>(null);
  return (
    <main>
      <geo-if country="DE AT" not-city="Berlin" eu hidden className="banner" ongeo-match={(event) => console.log(event.type)}>
        <span slot="else">…</span>
      </geo-if>
      <geo-switch>
        <geo-case group="dach" hidden>Moin</geo-case>
      </geo-switch>
      <geo-currency ref={price} prices="USD 49, EUR 45" charm=".99" minus="USD 40" ongeo-before-update={({ value }) => console.log(value.length)}>$49</geo-currency>
      <geo-time datetime="2026-12-01T18:00Z" format="relative" shown-in="visitor">1 December</geo-time>
      <geo-suggest country="DE" href="/de{path}" placement="popup" days={7} lang="de" hidden>Deutsch</geo-suggest>
      <geo-flag country="FR" alt="" />
      <p data-geo-text="Hello {city}" data-geo-when="country: FR">Hello</p>
    </main>
  );
}

export function Mistakes() {
  return (
    <main>
      {/* @ts-expect-error a format has its words */}
      <geo-time datetime="2026-12-01T18:00Z" format="tomorrow" />
      {/* @ts-expect-error there is no such attribute */}
      <geo-if contry="DE">…</geo-if>
      {/* @ts-expect-error React leaves false out, and the condition with it: it is written as "no" */}
      <geo-if eu={false}>…</geo-if>
      {/* @ts-expect-error nor such an element */}
      <geo-when country="DE">…</geo-when>
    </main>
  );
}

export function Delivery() {
  const country: string | undefined = useVisitor()?.countryName;
  const isInEU: boolean | undefined = useMatches({ eu: true });
  const isHere = useMatches('country: FR');
  const currency: string | undefined = usePrice('USD 149, EUR 139')?.currency;
  // @ts-expect-error a list is text
  usePrice(['USD 149']);
  // @ts-expect-error there is no such field
  useVisitor()?.country;
  // @ts-expect-error there is no such condition
  useMatches({ contry: 'DE' });
  return <p>{isInEU || isHere ? 'No customs' : country} {currency}</p>;
}
