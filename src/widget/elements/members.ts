/**
 * What elements call of each other, by names that no attribute has. A framework that meets an attribute whose name the element has a member for sets
 * that member: React's `condition="…"` would take a method away. By `Symbol.for`, since the files of the build share nothing else.
 */
export const follow = Symbol.for('geo-follow');
export const value = Symbol.for('geo-value');
export const condition = Symbol.for('geo-condition');
export const fill = Symbol.for('geo-fill');
export const waits = Symbol.for('geo-waits');
export const setState = Symbol.for('geo-state');
export const source = Symbol.for('geo-source');
export const frame = Symbol.for('geo-frame');

/** Within the core file alone. */
export const updateNow = Symbol();
export const choose = Symbol();
export const inspect = Symbol();
export const templateIn = Symbol();
export const clone = Symbol();
export const show = Symbol();
export const stays = Symbol();
export const answered = Symbol();
export const place = Symbol();
