import {
  type ConditionName,
  type ConditionRow,
  conditionTable,
  type Kind,
  type LazyConditionName,
} from './condition-table.ts';

/** What a value of any other kind must look like: full-width commas and colons look like ours, but lists are not split at them. */
export const noFullWidthSeparators = /^[^，、；：]*$/;

/** What values must look like, by their kind. */
export const patterns: Readonly<Partial<Record<Kind, RegExp>>> = {
  country: /^[a-z]{2}$/,
  continent: /^[a-z]{2}$/,
  state: /^([a-z]{2}-)?([a-z0-9]{1,3}|\*)$/,
  currency: /^[a-z]{3}$/,
  yesOrNo: /^(yes|no)$/,
};

/** Where a list of values is split. Names have blanks in them (`New York`), and an expression is one value. */
export const separators: Readonly<Partial<Record<Kind, RegExp>>> = { name: /,/, expression: /(?!)/ };

export const blanksAndCommas = /[\s,]+/;

type Conditions = Readonly<Record<ConditionName, ConditionRow>>;

/** Every condition, by the name that owners write. */
export const conditions: Conditions = conditionTable;

/** Elements have the table from the loader. */
export const conditionAttributes: readonly string[] = /* @__PURE__ */ conditionAttributesOf(conditions);

/**
 * The attributes that conditions are written in: `country`, `not-country` … People write `region` by mistake. It is read,
 * so that it gets a hint, and its answer is always unknown.
 */
export function conditionAttributesOf(table: Conditions): readonly string[] {
  return [...Object.keys(table), 'region'].flatMap((name) => [name, `not-${name}`]);
}

export function isConditionName(name: string): name is ConditionName {
  return Object.hasOwn(conditions, name);
}

export function isLazy(name: ConditionName): name is LazyConditionName {
  return !!conditions[name].lazy;
}
