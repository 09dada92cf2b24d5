/** Lower case without diacritics, since databases write `Sao Paulo` and people write `São Paulo`. */
export function fold(text: string): string {
  // Codes have none, and the first look for them takes longer than all else that is done with a condition.
  const bare = /[^ -~]/.test(text) ? text.normalize('NFD').replace(/\p{M}/gu, '') : text;
  return bare.trim().toLowerCase();
}
