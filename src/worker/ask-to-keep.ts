/** Asks the browser to keep what is stored here even when space runs low. Workers cannot ask: only the page does. */

/** Whether it promises to. It may ask the visitor, decide by itself, or have no such promise to give. */
export async function askToKeep(): Promise<boolean> {
  try {
    return await navigator.storage.persist();
  } catch {
    // Not available without a secure connection.
    return false;
  }
}
