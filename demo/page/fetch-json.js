// @ts-check

/**
 * @param {string} address
 * @returns {Promise<any>} undefined if it cannot be fetched.
 */
export async function fetchJson(address) {
  try {
    const answer = await fetch(address);
    return answer.ok ? await answer.json() : undefined;
  } catch {
    return undefined;
  }
}
