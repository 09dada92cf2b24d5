/** Lower case without diacritics, since databases write `Sao Paulo` and people write `São Paulo`. */
export function fold(text: string): string {
  // Codes have none. Skip the search for them: the first one takes longer than everything else about a condition.
  const bare = /[^ -~]/.test(text) ? text.normalize('NFD').replace(/\p{M}/gu, '') : text;
  return bare.trim().toLowerCase();
}
