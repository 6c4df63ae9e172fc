/** The clipboard. */

/** Resolves when the text has been copied. Rejects where the browser does not allow it. */
export type CopyText = (text: string) => Promise<void>;

export const copyText: CopyText = (text) => navigator.clipboard.writeText(text);
