/** Whether the browser believes that there is a network. */

/** Tells the listener now, if there is none, and whenever it changes. */
export function watchConnection(listener: (online: boolean) => void): void {
  addEventListener('online', () => listener(true));
  addEventListener('offline', () => listener(false));
  if (!navigator.onLine) listener(false);
}
