/**
 * Members that elements call on each other. They are symbols, because a framework sets the member that has the name
 * of an attribute: React's `condition="…"` would replace a method. `Symbol.for`, because the files of the build share
 * nothing else.
 */
export const follow = Symbol.for('geo-follow');
export const value = Symbol.for('geo-value');
export const condition = Symbol.for('geo-condition');
export const fillShadow = Symbol.for('geo-fill');
export const hasFocusInside = Symbol.for('geo-focus');
export const setState = Symbol.for('geo-state');
export const source = Symbol.for('geo-source');
export const output = Symbol.for('geo-output');
export const inspect = Symbol.for('geo-inspect');
export const showPart = Symbol.for('geo-part');
export const deferWhileFocused = Symbol.for('geo-defer');

/** Used in the core file only. */
export const updateNow = Symbol();
export const choose = Symbol();
export const setAnswer = Symbol();
export const container = Symbol();
