/** Everything that a link or file holds, as a list that leaves nothing out. Pure. */

import { msg, str } from '@lit/localize';
import type { Receipt } from '../../learning/receipt.ts';
import type { Recipe } from '../../learning/recipe.ts';
import type { SharedLink } from '../../runs/links/shared-link.ts';
import { counted } from '../i18n/counted.ts';
import type { Subject } from '../state/share-state.ts';
import { inSequence, whole } from './format.ts';
import { originWords } from './open-words.ts';
import { environmentLabel } from './sentences.ts';
import { differenceWords } from './run-difference.ts';

export interface Held {
  readonly what: string;
  readonly value: string;
  /** Figures of no language. */
  readonly code?: string;
}

function recipeHeld(recipe: Recipe): Held {
  const place = environmentLabel(recipe.environment);
  return { what: msg('Recipe'), value: inSequence([msg(str`For ${place}.`), differenceWords(recipe, null)]) };
}

function receiptHeld(receipt: Receipt): readonly Held[] {
  const { iterations, inherited, origin, evaluation, computation } = receipt;
  const { length: packs } = evaluation.kept;
  const tasks = evaluation.kept.at(0)?.length ?? 0;
  const trained = counted(iterations, msg('{n} iteration|{n} iterations'));
  const count = counted(packs, msg('{n} pack|{n} packs'));
  const each = counted(tasks, msg('{n} task|{n} tasks'));
  const hash = (what: string, code: string | null): readonly Held[] =>
    code === null ? [] : [{ what, value: msg('its SHA-256, shortened'), code }];
  return [
    {
      what: msg('Training'),
      value:
        inherited === 0
          ? msg(str`${trained}, ${originWords(origin)}`)
          : msg(str`${trained}, ${whole(inherited)} of them inherited, ${originWords(origin)}`),
    },
    {
      what: msg('Outcomes'),
      value: msg(str`solved or not, in ${count} of ${each}, notes kept and erased`),
    },
    ...hash(msg('Base model'), receipt.base),
    ...hash(msg('Lives of the training'), receipt.lives),
    ...hash(msg('Adapter'), receipt.adapter),
    ...hash(msg('Lives of the evaluation'), evaluation.lives),
    { what: msg('Version'), value: msg(str`of the computation: ${whole(computation)}`) },
  ];
}

/** What a link holds. */
export function linkContents(link: SharedLink): readonly Held[] {
  switch (link.kind) {
    case 'setup':
      return [recipeHeld(link.recipe)];
    case 'receipt':
      return [recipeHeld(link.receipt.recipe), ...receiptHeld(link.receipt)];
    case 'agent': {
      const { receipt, adapter, trained } = link;
      const weights = counted(adapter.values.length, msg('{n} weight|{n} weights'));
      const scales = counted(adapter.scales.length, msg('{n} scale|{n} scales'));
      const bits = counted(adapter.bits, msg('{n} bit|{n} bits'));
      return [
        { what: msg('Adapter'), value: msg(str`${weights} of ${bits}, ${scales}`) },
        recipeHeld(receipt.recipe),
        ...receiptHeld(receipt),
        { what: msg('Adapter before'), value: msg('the SHA-256 of all its bits, shortened'), code: trained },
      ];
    }
  }
}

/** What a file holds. `agents` is null while it is not known how many living agents the run has. */
export function fileContents({ recipe, run }: Subject, agents: number | null, withAgents: boolean): readonly Held[] {
  if (!run) return [];
  const living = agents === null ? msg('those that the run has') : counted(agents, msg('{n} agent|{n} agents'));
  return [
    { what: msg('Name'), value: run.title === null ? run.run : msg(str`${run.run}, called “${run.title}”`) },
    recipeHeld(recipe),
    { what: msg('Model'), value: msg('the agent as other programs read it: safetensors, ONNX, tokenizer, model card') },
    { what: msg('Adapter'), value: msg('what training changed, and what is needed to train on') },
    { what: msg('Log'), value: msg('every iteration and evaluation, and every life of the training') },
    { what: msg('Engine'), value: originWords(run.engine.name) },
    { what: msg('Receipt'), value: msg('hashes and outcomes, and every life of its evaluation') },
    {
      what: msg('Living agents'),
      value: withAgents ? msg(str`${living}, with all versions of their notes`) : msg('left out, with their notes'),
    },
  ];
}
