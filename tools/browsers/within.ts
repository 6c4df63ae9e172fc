/** Waits for something, but not for ever. */

/** The value. Throws where it takes longer than that. */
export async function within<Value>(limitMs: number, value: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`No answer in ${limitMs / 1000} s.`));
    }, limitMs);
  });
  try {
    return await Promise.race([value, late]);
  } finally {
    clearTimeout(timer);
  }
}
