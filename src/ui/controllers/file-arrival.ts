/** Files that arrive on the page: dropped anywhere on it, or pasted. */

import type { ReactiveController, ReactiveControllerHost } from 'lit';

export interface FileListener {
  /** A file is held over the page, or no longer. */
  readonly onHover: (hovered: boolean) => void;
  readonly onFiles: (files: readonly File[]) => void;
}

/** Listens while its element is on the page. */
export class FileArrival implements ReactiveController {
  readonly #listener: () => FileListener;

  constructor(host: ReactiveControllerHost, listener: () => FileListener) {
    this.#listener = listener;
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
    this.#listener().onHover(true);
  };

  readonly #onLeave = (event: DragEvent): void => {
    if (event.relatedTarget === null) this.#listener().onHover(false);
  };

  readonly #onDrop = (event: DragEvent): void => {
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    this.#listener().onFiles(files);
  };

  readonly #onPaste = (event: ClipboardEvent): void => {
    const files = [...(event.clipboardData?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    this.#listener().onFiles(files);
  };
}
