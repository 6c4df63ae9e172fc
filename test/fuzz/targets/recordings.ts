/** Recordings, which ship with the site, and may come from another one that has changed. */

import { readFileSync } from 'node:fs';
import { decodeJson, encodeText } from '../../../src/core/bytes.ts';
import { parseRecording, type Recording } from '../../../src/runs/recording.ts';
import { hostileJson, mutateJson } from '../mutate-json.ts';
import { requireSame, type Target } from '../target.ts';

const WHOLE = JSON.parse(readFileSync('public/recorded/code-lake/recording.json', 'utf8')) as Recording;
/** Short, so that damage is likely to meet every part of it. */
const SHORT = {
  ...WHOLE,
  lives: WHOLE.lives.slice(0, 1).map((life) => ({ ...life, episodes: life.episodes.slice(0, 3) })),
  curve: WHOLE.curve.slice(0, 1),
  evaluation: { ...WHOLE.evaluation, outcomes: {} },
};

export const recordingsTarget: Target = {
  name: 'recordings',
  share: 20,
  kinds: ['bad-file'],
  make: (random) => {
    const text = hostileJson(mutateJson(SHORT, random), random);
    return {
      input: text,
      decode: () => {
        const recording = parseRecording(decodeJson(encodeText(text), 'recording.json'));
        return () =>
          requireSame(parseRecording(JSON.parse(JSON.stringify(recording))), recording, 'The recording written again');
      },
    };
  },
};
