/** Names for runs that people can say and remember: an animal and a number. */

const ANIMALS = [
  ...['otter', 'heron', 'badger', 'lynx', 'marten', 'raven', 'salmon', 'tern'],
  ...['beaver', 'curlew', 'dormouse', 'eagle', 'finch', 'gannet', 'hare', 'ibis'],
  ...['jackdaw', 'kestrel', 'linnet', 'mole', 'newt', 'osprey', 'puffin', 'quail'],
  ...['robin', 'seal', 'toad', 'vole', 'walrus', 'yak', 'stoat', 'wren'],
] as const;

/** A name that is not taken. `draw` is any whole number from 0: it chooses the animal. */
export function nameRun(taken: readonly string[], draw: number): string {
  const animal = ANIMALS[draw % ANIMALS.length];
  let number = 1;
  while (taken.includes(`${animal}-${number}`)) number++;
  return `${animal}-${number}`;
}
