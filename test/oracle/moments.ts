import * as fc from 'fast-check';
import { transitionsOf } from './model.ts';

/** A moment by the clock of a zone. */
export interface Moment {
  readonly zone: string;
  readonly moment: number;
  /** When the clocks of the zone leap. */
  readonly transitions: readonly number[];
}

const dayMs = 86_400_000;

/**
 * Moments of ten years before and ten years after a year: four of five within two days of a transition, most of these
 * within hours.
 */
export function moments(year: number): fc.Arbitrary<Moment> {
  const { fromMs, toMs, transitions, leaps } = leapsAround(year);
  const seconds = (most: number) =>
    fc.oneof(
      fc.integer({ min: -most * 60, max: most * 60 }).map((minutes) => minutes * 60),
      fc.integer({ min: -most * 3600, max: most * 3600 }),
    );
  const anywhere = fc.record({
    zone: fc.constantFrom(...transitions.keys()),
    moment: fc.integer({ min: fromMs / 1000, max: toMs / 1000 }).map((second) => second * 1000),
  });
  const nearLeap = fc
    .record({ leap: fc.constantFrom(...leaps), apart: fc.oneof(seconds(4), seconds(48)) })
    .map(({ leap, apart }) => ({ zone: leap.zone, moment: leap.moment + apart * 1000 }));
  return fc
    .oneof({ weight: 4, arbitrary: nearLeap }, { weight: 1, arbitrary: anywhere })
    .map(({ zone, moment }) => ({ zone, moment, transitions: transitions.get(zone) ?? [] }));
}

/** Transitions of those years, each zone as often as any other. */
export function leaps(year: number): fc.Arbitrary<Omit<Moment, 'transitions'>> {
  const { toMs, transitions } = leapsAround(year);
  const zones = [...transitions].flatMap(([zone, all]) => {
    const moments = all.filter((moment) => moment < toMs);
    return moments.length ? [{ zone, moments }] : [];
  });
  return fc
    .constantFrom(...zones)
    .chain(({ zone, moments }) => fc.constantFrom(...moments).map((moment) => ({ zone, moment })));
}

function leapsAround(year: number) {
  const fromMs = Date.UTC(year - 10, 0, 1);
  const toMs = Date.UTC(year + 11, 0, 1);
  const zones = Intl.supportedValuesOf('timeZone');
  const transitions = new Map(zones.map((zone) => [zone, transitionsOf(zone, fromMs, toMs + 90 * dayMs)]));
  const leaps = [...transitions].flatMap(([zone, moments]) =>
    moments.filter((moment) => moment < toMs).map((moment) => ({ zone, moment })),
  );
  return { fromMs, toMs, transitions, leaps };
}
