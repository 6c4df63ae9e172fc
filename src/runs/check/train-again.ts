/** Trains again what a receipt claims to have been trained, by its recipe, on the portable engine. */

import { WaymarkError } from '../../core/errors.ts';
import type { Receipt } from '../../learning/receipt.ts';
import type { LivesLogged } from '../../learning/records.ts';
import { Trainer } from '../../learning/trainer.ts';
import type { CheckListener, PortablePlayer } from './shop.ts';

/**
 * Yields the lives of every iteration before they are trained on; after the last one the player's engine holds what was
 * trained. May be left before its end. Throws `bad-request` for more iterations than the recipe has.
 */
export async function* trainAgain(
  { engine, tokenizer, alive }: PortablePlayer,
  { recipe, iterations }: Pick<Receipt, 'recipe' | 'iterations'>,
  { onProgress }: Pick<CheckListener, 'onProgress'>,
): AsyncGenerator<LivesLogged, void, undefined> {
  if (iterations > recipe.iterations) {
    throw new WaymarkError(
      'bad-request',
      `It claims ${iterations} iterations of a recipe that ends after ${recipe.iterations}.`,
      'Ask for it again.',
    );
  }
  const tell = async (): Promise<void> => onProgress('training', trainer.iteration, iterations);
  // Evaluations in training change nothing of it, and take their time.
  const quietly = { ...recipe, evaluationPacks: 0 };
  const trainer = await alive(Trainer.create(quietly, { engine, tokenizer, onPlayed: () => tell() }));
  await tell();
  while (trainer.iteration < iterations) {
    const events = trainer.iterate();
    for (let next = await alive(events.next()); !next.done; next = await alive(events.next())) {
      if (next.value.type === 'lives') yield next.value;
    }
    await tell();
  }
}
