/** For what a browser may refuse by throwing. @returns undefined then. */
export function attempt<Value>(operation: () => Value): Value | undefined {
  try {
    return operation();
  } catch {
    return undefined;
  }
}
