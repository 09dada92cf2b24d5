import { attempt } from '../attempt.ts';
import { textOf } from '../text/normalize.ts';
import type { WrittenPlan } from './plan.ts';

/** The attributes of a `<geo-delivery>` that a plan in the settings block has, too. */
export const planKeys = ['days', 'cutoff', 'timezone', 'work', 'carrier', 'closures', 'template'] as const;

/** What an owner writes about delivery: a plan, and the words for it. */
export interface WrittenDelivery extends WrittenPlan {
  readonly template: string | null | undefined;
}

/**
 * Reads the attributes of an element. Those that it lacks are those of the plan that it names.
 *
 * @param plans `delivery` of the settings block.
 * @returns undefined if there is no plan of that name.
 */
export function readDelivery(
  read: (name: string) => string | null | undefined,
  plans: unknown,
): WrittenDelivery | undefined {
  const name = read('plan') ?? undefined;
  const plan = name === undefined ? {} : planNamed(name, plans);
  if (!plan) return undefined;
  const textFor = (key: (typeof planKeys)[number]) => read(key) ?? textIn(plan, key);
  return {
    days: textFor('days'),
    cutoff: textFor('cutoff'),
    timezone: textFor('timezone'),
    work: textFor('work'),
    carrier: textFor('carrier'),
    closures: textFor('closures'),
    template: textFor('template'),
  };
}

/** @returns undefined if there is no plan of that name. */
export function planNamed(name: string, plans: unknown): object | undefined {
  const all: object = Object(plans);
  const plan: unknown = Object.hasOwn(all, name) ? Reflect.get(all, name) : undefined;
  return typeof plan === 'object' && plan ? plan : undefined;
}

/** Dates may be an array. Any other object is no part of a plan: as text, it cannot be read, and is reported. */
function textIn(plan: object, key: string): string | undefined {
  const value: unknown = Object.hasOwn(plan, key) ? Reflect.get(plan, key) : undefined;
  if (Array.isArray(value)) return value.map(textOf).join();
  return typeof value === 'object' && value ? jsonOf(value) : textOf(value) || undefined;
}

/** @returns `{}` for what is nested too deeply to be written. */
export function jsonOf(value: unknown): string {
  return attempt(() => JSON.stringify(value)) ?? '{}';
}
