/**
 * The few ways in which Waymark refuses something, each with what the reader of the message can do next.
 */

export type WaymarkErrorKind =
  | 'bad-id'
  | 'bad-recipe'
  | 'bad-file'
  | 'bad-model'
  | 'bad-notes'
  | 'bad-request'
  | 'storage'
  | 'engine'
  /** No memory left to compute in. */
  | 'memory'
  /** Of an older or another Waymark: something that this site does not have. */
  | 'no-build'
  | 'no-gpu'
  | 'gpu-lost'
  | 'gpu-memory'
  | 'gpu-fault'
  | 'not-found'
  | 'busy'
  | 'link-damaged'
  | 'link-newer'
  | 'link-too-large';

/** A message may quote what was given, which may be of any length. */
const LONGEST_MESSAGE = 600;

function clipped(message: string): string {
  return message.length > LONGEST_MESSAGE ? `${message.slice(0, LONGEST_MESSAGE)}…` : message;
}

/** The message as a sentence, since another one may follow: what validators say ends without a mark. */
function sentence(message: string): string {
  return message === '' || /[.!?…:]$/.test(message) ? message : `${message}.`;
}

/** An expected failure: `kind` for code, `message` for people, a sentence, and `remedy` for what to do next. */
export class WaymarkError extends Error {
  readonly kind: WaymarkErrorKind;
  readonly remedy: string;

  constructor(kind: WaymarkErrorKind, message: string, remedy = '', options?: ErrorOptions) {
    super(sentence(clipped(message)), options);
    this.name = 'WaymarkError';
    this.kind = kind;
    this.remedy = remedy;
  }
}
