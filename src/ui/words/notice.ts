/** What a named state is made of: an icon, a name, one sentence, one button. */

import type { Condition } from '../state/conditions-state.ts';
import type { ScreenName } from '../state/route.ts';

/** Answers that concern a run; actions/run-actions.ts carries them out. */
export type NoticeAction = 'open' | 'resume' | 'another-seed' | 'read-refusal' | 'read-rescue';

/** What a notice's button does. */
export type NoticeAnswer =
  | { readonly to: 'run'; readonly action: NoticeAction }
  /** This tab takes over a run that another one trains. */
  | { readonly to: 'take-over'; readonly run: string }
  | { readonly to: 'read'; readonly condition: Condition }
  /** A link to where something can be done about it, after which it is read. */
  | { readonly to: 'screen'; readonly screen: ScreenName; readonly condition: Condition }
  | { readonly to: 'update' };

export interface Notice {
  /** Which icon: every state has a shape of its own (elements/notice-icons.ts). */
  readonly icon:
    | ('stop' | 'memory' | 'refused' | 'piece' | 'bolt' | 'eye' | 'back' | 'empty')
    | ('box' | 'full' | 'lock' | 'moon' | 'cloud' | 'arrow' | 'chain' | 'scale' | 'clock' | 'chip' | 'drawn-chip');
  /** The state's name, then the rest of its sentence. */
  readonly title: string;
  readonly sentence: string;
  readonly button: string;
  readonly answer: NoticeAnswer;
}
