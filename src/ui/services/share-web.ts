/** The system's own way of passing things on to another app or device, where the browser offers it. */

/** `shared`, or `cancelled` where the visitor thought better of it. */
export type SharingEnd = 'shared' | 'cancelled';

export interface WebShare {
  readonly canShareLinks: () => boolean;
  /** Some browsers share links and no files, or only files whose names end as they know. */
  readonly canShareFile: (name: string) => boolean;
  /** Rejects where the browser would not. */
  readonly shareLink: (title: string, link: string) => Promise<SharingEnd>;
  readonly shareFile: (name: string, content: Uint8Array) => Promise<SharingEnd>;
}

function fileData(name: string, content: Uint8Array): ShareData {
  // A copy, because the bytes may stand in shared memory, which files do not take.
  return { files: [new File([new Uint8Array(content)], name, { type: 'application/zip' })] };
}

function can(data: ShareData): boolean {
  // Undefined in browsers that share nothing, although its type does not say so.
  const { canShare } = navigator as Partial<Navigator>;
  return canShare?.call(navigator, data) ?? false;
}

async function share(data: ShareData): Promise<SharingEnd> {
  try {
    await navigator.share(data);
    return 'shared';
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return 'cancelled';
    throw error;
  }
}

export const webShare: WebShare = {
  canShareLinks: () => can({ url: 'https://example.org/' }),
  canShareFile: (name) => can(fileData(name, new Uint8Array(1))),
  shareLink: (title, url) => share({ title, url }),
  shareFile: (name, content) => share(fileData(name, content)),
};
