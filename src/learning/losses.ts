/**
 * The three policy losses for one token, with their derivative with respect to the token's log-probability, in plain
 * arithmetic: the meaning that every engine's training step must reproduce, and what credit displays show.
 *
 * With rho = pi / pi_old, A the advantage and [l, h] = [1 - clipLow, 1 + clipHigh]:
 * - `rec`     L = -A M log pi          M = 1 if (A >= 0 and rho <= h) or (A <= 0 and rho >= l), else 0
 * - `rec-is`  L = -A M rho
 * - `ppo`     L = -min(rho A, clip(rho, l, h) A)
 * `rec` is REC-OneSide-NoIS of "Connect the Dots" (arXiv 2606.20002); `ppo` is Schulman et al. 2017.
 */

import { exp } from '../core/math.ts';
import type { LossSettings } from '../engines/engine.ts';

export interface TokenLoss {
  readonly loss: number;
  /** Derivative of the loss with respect to the log-probability of the token. */
  readonly gradient: number;
  /** The clip has removed the gradient. */
  readonly clipped: boolean;
}

/** Loss of one generated token, before division by the normaliser. Log-probabilities in nats. */
export function tokenLoss(
  logProb: number,
  oldLogProb: number,
  advantage: number,
  settings: Pick<LossSettings, 'kind' | 'clipLow' | 'clipHigh'>,
): TokenLoss {
  const ratio = exp(logProb - oldLogProb);
  const low = 1 - settings.clipLow;
  const high = 1 + settings.clipHigh;
  const clipped = (advantage > 0 && ratio > high) || (advantage < 0 && ratio < low);
  const mask = clipped ? 0 : 1;
  switch (settings.kind) {
    case 'rec':
      return { loss: -advantage * mask * logProb, gradient: -advantage * mask, clipped };
    case 'rec-is':
      return { loss: -advantage * mask * ratio, gradient: -advantage * mask * ratio, clipped };
    case 'ppo': {
      const within = Math.min(Math.max(ratio, low), high);
      const loss = -Math.min(ratio * advantage, within * advantage);
      return { loss, gradient: clipped ? 0 : -advantage * ratio, clipped };
    }
  }
}
