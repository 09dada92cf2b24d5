import 'geolet/types/preact';

export function Shop() {
  return (
    <main>
      <geo-if country="DE AT" not-city="Berlin" eu hidden class="banner" ongeo-match={(event) => console.log(event.type)}>
        <span slot="else">…</span>
      </geo-if>
      <geo-switch>
        <geo-case group="dach" hidden>Moin</geo-case>
      </geo-switch>
      <geo-currency prices="USD 49, EUR 45" charm=".99" minus="USD 40" ongeo-before-update={({ value }) => console.log(value.length)}>$49</geo-currency>
      <geo-time datetime="2026-12-01T18:00Z" format="relative" shown-in="visitor">1 December</geo-time>
      <geo-suggest country="DE" href="/de{path}" placement="popup" days={7} lang="de" hidden>Deutsch</geo-suggest>
      <geo-flag country="FR" alt="" />
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
      {/* @ts-expect-error Preact leaves false out, and the condition with it: it is written as "no" */}
      <geo-if eu={false}>…</geo-if>
      {/* @ts-expect-error nor such an element */}
      <geo-when country="DE">…</geo-when>
    </main>
  );
}
