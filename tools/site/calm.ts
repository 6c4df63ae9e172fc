/** Whether this machine has time for a measurement: on a busy one every task waits, whatever the page does. */

const SPIN_MS = 300;
/** Of the time that passes, the share that a program must get for what it measures by the clock to mean anything. */
const LEAST_SHARE = 0.9;

/** Keeps a processor busy for a moment and asks how much of it this program was given. */
export function isCalm(): boolean {
  const before = process.cpuUsage();
  const start = performance.now();
  while (performance.now() - start < SPIN_MS);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / (performance.now() - start) >= LEAST_SHARE;
}
