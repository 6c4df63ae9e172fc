/** Whether anybody can see the tab. */

export interface VisibilityListener {
  readonly onHidden: () => void;
  readonly onShown: () => void;
}

export function watchVisibility({ onHidden, onShown }: VisibilityListener): void {
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) onHidden();
    else onShown();
  });
}
