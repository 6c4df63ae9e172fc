/** Work in slices, which keeps the memory of a large evaluation bounded. */

/** Contexts in one batch of the engine, at most. */
const MAX_ROWS = 256;

/** Runs `work` over slices of at most `MAX_ROWS` items, one after the other, and joins the results. */
export async function inBatches<Item, Result>(
  items: readonly Item[],
  work: (slice: readonly Item[]) => Promise<readonly Result[]>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += MAX_ROWS) {
    results.push(...(await work(items.slice(start, start + MAX_ROWS))));
  }
  return results;
}
