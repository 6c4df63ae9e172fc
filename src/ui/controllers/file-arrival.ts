/** Files that arrive on the page: dropped anywhere on it, or pasted. */

import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Whoever takes them. */
export interface FileReceiver {
  /** A file is held over the page, or no longer. */
  hover(hovered: boolean): void;
  openFiles(files: readonly File[]): Promise<void>;
}

/** Listens while its element is on the page. */
export class FileArrival implements ReactiveController {
  readonly #receiver: () => FileReceiver;

  constructor(host: ReactiveControllerHost, receiver: () => FileReceiver) {
    this.#receiver = receiver;
    host.addController(this);
  }

  hostConnected(): void {
    document.addEventListener('dragover', this.#onOver);
    document.addEventListener('dragleave', this.#onLeave);
    document.addEventListener('drop', this.#onDrop);
    document.addEventListener('paste', this.#onPaste);
  }

  hostDisconnected(): void {
    document.removeEventListener('dragover', this.#onOver);
    document.removeEventListener('dragleave', this.#onLeave);
    document.removeEventListener('drop', this.#onDrop);
    document.removeEventListener('paste', this.#onPaste);
  }

  readonly #onOver = (event: DragEvent): void => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    // Else the browser would open the file in place of the page.
    event.preventDefault();
    this.#receiver().hover(true);
  };

  readonly #onLeave = (event: DragEvent): void => {
    if (event.relatedTarget === null) this.#receiver().hover(false);
  };

  readonly #onDrop = (event: DragEvent): void => {
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    void this.#receiver().openFiles(files);
  };

  readonly #onPaste = (event: ClipboardEvent): void => {
    const files = [...(event.clipboardData?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    void this.#receiver().openFiles(files);
  };
}
