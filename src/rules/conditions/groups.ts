/**
 * The built-in groups: countries as ISO 3166-1 alpha-2 and states as ISO 3166-2, both in lower case. Its `eu` means the
 * record's `isEU`, which knows the outermost regions.
 */
const lists = {
  eu: 'eu',
  // European Economic Area: the Union, Iceland, Liechtenstein, Norway. https://www.efta.int/eea/eea-agreement (2026-11)
  eea: 'eu is li no',
  // Where the GDPR, the UK GDPR or the Swiss FADP asks for consent alike. https://gdpr.eu, https://ico.org.uk,
  // https://www.edoeb.admin.ch (2026-11)
  gdpr: 'eu is li no gb ch',
  dach: 'de at ch',
  // https://www.norden.org/en/information/official-nordic-co-operation (2026-11)
  nordics: 'dk fi is no se ax fo gl',
  // https://www.benelux.int (2026-11)
  benelux: 'be nl lu',
  // The members of CELAC where Spanish, Portuguese or French is spoken, and Puerto Rico.
  // https://celacinternational.org (2026-11)
  latam: 'ar bo br cl co cr cu do ec gt hn ht mx ni pa pe pr py sv uy ve',
  // https://www.gcc-sg.org (2026-11)
  gcc: 'ae bh kw om qa sa',
  // The states of the US whose law asks sites to honour an opt-out signal that browsers send, each since when. (2026-11)
  // `docs/privacy.md` has the links.
  // CA Civ. Code 1798.135, 11 CCR 7025: 2023. CO C.R.S. 6-1-1306(1)(a)(IV)(B): 2024-07. CT Gen. Stat. 42-520(e): 2025.
  // DE 6 Del. C. 12D-106(e): 2026. LA R.S. 51:1780.1-5 (Act 502 of 2026): 2027. MD Com. Law 14-4707(f): 2025-10.
  // MN Stat. 325M.14: 2025-07-31. MT Code 30-14-2809(3)(b): 2025. NE Rev. Stat. 87-1111(5): 2025. NH RSA 507-H:6: 2025.
  // NJ Stat. 56:8-166.11(b): 2025-07-15. OR ORS 646A.578(5)(c): 2026. TX Bus. & Com. 541.055(e): 2025.
  usoptout: 'us-ca us-co us-ct us-de us-la us-md us-mn us-mt us-ne us-nh us-nj us-or us-tx',
};

export type GroupName = keyof typeof lists;

export const groupNames = Object.keys(lists);

/** Whether a group is of states and not of countries. So it may be unknown although the country is known. */
export function hasStates(group: string): boolean {
  return placesIn(group).some((place) => place[2]);
}

/** @returns the codes of the group's countries and states, or nothing for an unknown name. */
export function placesIn(group: string): readonly string[] {
  return Object.hasOwn(lists, group) ? lists[group as GroupName].split(' ') : [];
}
