/** Client Hints are structured fields: `"Windows"`, `?1`, `"Desktop", "XR"`. https://www.rfc-editor.org/rfc/rfc8941 */

/** Some senders leave the quotes out. */
export function readString(value: string | null): string | undefined {
  const text = value
    ?.trim()
    .replace(/^"(.*)"$/, '$1')
    .trim();
  return text === '' ? undefined : text;
}

export function readBoolean(value: string | null): boolean | undefined {
  const text = value?.trim();
  return text === '?1' || text === '?0' ? text === '?1' : undefined;
}

export function readList(value: string | null): readonly string[] {
  return value?.split(',').flatMap((item) => readString(item) ?? []) ?? [];
}
