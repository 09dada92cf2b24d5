/** Small values that must be there synchronously. Where the browser refuses storage, nothing is remembered. */
export function readMirror(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return undefined;
  }
}

/** @param value undefined removes the entry. */
export function writeMirror(key: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Private mode, a sandboxed frame or a full disk: the next view asks again.
  }
}
