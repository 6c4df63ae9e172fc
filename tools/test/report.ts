/** Reading what a test runner wrote about its tests. */

import * as v from 'valibot';

/** A report as the schema has it; null where there is none, or where it is something else. */
export function parseReport<const Schema extends v.GenericSchema>(
  schema: Schema,
  text: string | null,
): v.InferOutput<Schema> | null {
  if (text === null) return null;
  try {
    const result = v.safeParse(schema, JSON.parse(text));
    return result.success ? result.output : null;
  } catch {
    return null;
  }
}
