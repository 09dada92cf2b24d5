import type { DeliveryPromise } from '../../rules/delivery/promise.ts';
import { pageLimits } from '../stream/page-limits.ts';

/** What is known of a page's plans. The page's settings have them by name. */
export interface PageDeliveries {
  readonly plans: unknown;
  readonly closures: unknown;
  /** By the attributes of the elements. */
  readonly promises: Map<string, DeliveryPromise | undefined>;
  /** How many characters of plans may still be read for this page: many elements may name a long plan each. */
  room: number;
}

/** @param block the page's settings. */
export function createPageDeliveries({ delivery, closures }: Readonly<Record<string, unknown>> = {}): PageDeliveries {
  return { plans: delivery, closures, promises: new Map(), room: pageLimits.planCharacters };
}
