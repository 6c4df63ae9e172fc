/** What the visitor does with what is ready to be passed on: copies, saves or shares it, or shows its QR code. */

import type { Address } from '../services/address.ts';
import type { CopyText } from '../services/clipboard.ts';
import type { ShareServices } from '../services/share-services.ts';
import type { SharingEnd } from '../services/share-web.ts';
import { formatRoute } from '../state/route.ts';
import { linkedPayload, type Passing, type QrTarget, type ShareStore, type Way } from '../state/share-state.ts';
import { fetchCode } from './fetch-code.ts';

/** What these actions work with. */
export interface HandOverParts {
  readonly share: ShareStore;
  readonly address: Address;
  readonly copy: CopyText;
  readonly services: Omit<ShareServices, 'loadSheet'>;
}

const ARCHIVE_TYPE = 'application/zip';

export class HandOverActions {
  readonly #parts: HandOverParts;
  readonly #store: ShareStore;

  constructor(parts: HandOverParts) {
    this.#parts = parts;
    this.#store = parts.share;
  }

  /** The whole link of a way; null where there is none yet. */
  link(way: Way): string | null {
    const payload = linkedPayload(this.#store.state, way);
    if (payload === null) return null;
    return this.#parts.address.whole(formatRoute({ screen: 'open', item: payload, settings: new Map() }));
  }

  /** Where copying is not allowed, the state says so, and the link stands there to be copied by hand. */
  async copy(way: Way): Promise<void> {
    const link = this.link(way);
    if (link === null) return;
    try {
      await this.#parts.copy(link);
      this.#pass(way, 'copied');
    } catch {
      this.#pass(way, 'refused');
    }
  }

  /** Hands the visitor the file. */
  save(): void {
    const { file } = this.#store.state.ways;
    if (file.state !== 'ready') return;
    this.#parts.services.saveFile(file.made.name, file.made.archive, ARCHIVE_TYPE);
    this.#pass('file', 'saved');
  }

  /** Whether the system offers to pass it on. */
  canHandOver(way: Way): boolean {
    const { web } = this.#parts.services;
    if (way !== 'file') return web.canShareLinks();
    const { file } = this.#store.state.ways;
    return file.state === 'ready' && web.canShareFile(file.made.name);
  }

  /** Passes it on by what the system offers. `title` is what the receiver's app may show of it. */
  async handOver(way: Way, title: string): Promise<void> {
    const { web } = this.#parts.services;
    const { file } = this.#store.state.ways;
    const link = this.link(way);
    let end: SharingEnd | null = null;
    try {
      if (link !== null) end = await web.shareLink(title, link);
      else if (way === 'file' && file.state === 'ready') end = await web.shareFile(file.made.name, file.made.archive);
    } catch {
      this.#pass(way, 'not-shared');
    }
    if (end === 'shared') this.#pass(way, 'shared');
  }

  /** Shows the QR code of a way, over everything. */
  showQr(way: Exclude<Way, 'file'>, name: string | null): void {
    const link = this.link(way);
    if (link !== null) this.#showQr(link, { kind: way, name });
  }

  /** Shows the QR code of a class link. */
  async showClassQr(link: string): Promise<void> {
    if (await fetchCode(this.#store, this.#parts.services.loadQr)) this.#showQr(link, { kind: 'class', name: null });
  }

  hideQr(): void {
    this.#store.dispatch({ type: 'qr-shown', qr: null });
  }

  /** Prints what is shown. */
  print(): void {
    this.#parts.services.print();
  }

  #showQr(link: string, target: QrTarget): void {
    this.#store.dispatch({ type: 'qr-shown', qr: { link, target } });
  }

  #pass(way: Way, how: Passing): void {
    this.#store.dispatch({ type: 'passed', passed: { way, how } });
  }
}
