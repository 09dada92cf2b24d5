/** Whether a value is the wanted one, or begins as it where that ends in `*`. Both are folded. */
export function matches(value: string, wanted: string): boolean {
  return wanted.endsWith('*') ? value.startsWith(wanted.slice(0, -1)) : value === wanted;
}
