/** The tokens of a list of classes. */
export function tokensOf(list: string | null | undefined): readonly string[] {
  return list?.split(/\s+/).filter(Boolean) ?? [];
}
