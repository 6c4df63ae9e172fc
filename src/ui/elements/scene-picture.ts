/** The picture of a world, whichever it is: for a life that is replayed and for a task that the visitor plays. */

import { html, type TemplateResult } from 'lit';
import type { Fact } from '../../environments/environment.ts';
import type { Scene } from '../../environments/scene.ts';
import type { Move } from '../replay/still.ts';
import './alchemy.ts';
import './house.ts';
import './lake.ts';

export interface Pictured {
  readonly scene: Scene;
  /** Of the task so far. */
  readonly moves: readonly Move[];
  /** What the notes claim. */
  readonly claims: readonly Fact[];
  readonly carriesNote: boolean;
  /** Of the walker, as a multiple of its usual pace. */
  readonly speed?: number;
}

export function scenePicture({ scene, moves, claims, carriesNote, speed = 1 }: Pictured): TemplateResult {
  switch (scene.kind) {
    case 'lake':
      return html`<wm-lake
        .scene=${scene}
        .moves=${moves}
        .claims=${claims}
        .carriesNote=${carriesNote}
        .speed=${speed}
      ></wm-lake>`;
    case 'house':
      return html`<wm-house .scene=${scene} .moves=${moves} .claims=${claims} .carriesNote=${carriesNote}></wm-house>`;
    case 'alchemy':
      return html`<wm-alchemy .scene=${scene} .moves=${moves} .claims=${claims} .carriesNote=${carriesNote}>
      </wm-alchemy>`;
  }
}
