/** What a Staircase is made of: the lines to draw, how they look, and where their parts come to stand. Types only. */

import type { Interval } from '../../learning/records.ts';

/** Shapes of marks and dashes of lines: what tells lines apart before their colour does. */
export type Marker = 'disc' | 'ring' | 'cross' | 'triangle' | 'square' | 'diamond';
export type Dash = 'solid' | 'dashed' | 'dotted' | 'dash-dot';
export type Tone = 'kept' | 'erased' | 'shuffled' | 'oracle' | 'ink' | 'quiet';

/** One line of a Staircase. `points` are success by task: the mean, and the ends of its 95 % interval. */
export interface Series {
  /** Names the line among the others of its chart. */
  readonly key: string;
  /** Written beside the line, and in the table. */
  readonly label: string;
  readonly marker: Marker;
  readonly dash: Dash;
  readonly tone: Tone;
  readonly points: readonly Interval[];
}

/** The two lines, by key, between which the gap is filled: wherever `upper` lies above `lower`. */
export interface Gap {
  readonly upper: string;
  readonly lower: string;
}

/** `within` writes each label inside the picture near its line; `beside` to the right of it; `below` leaves them to a legend. */
export type LabelPlace = 'within' | 'beside' | 'below';

export interface StaircaseOptions {
  readonly width: number;
  readonly height: number;
  /** Tasks in a life. */
  readonly length: number;
  readonly gap: Gap | null;
  readonly labels: LabelPlace;
  /** Whether a walker may stand on the last tread of the gap's upper line. */
  readonly walker: boolean;
}

export interface Mark {
  readonly x: number;
  readonly y: number;
  /** Ends of the 95 % interval: `top` is the smaller y. */
  readonly top: number;
  readonly bottom: number;
}

export interface Line {
  readonly series: Series;
  /** An SVG path of treads and risers. */
  readonly path: string;
  readonly marks: readonly Mark[];
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Frame {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** Horizontal lines: y, and the text beside it where it has one. */
  readonly grid: readonly { readonly y: number; readonly text: string }[];
  /** Middle of each tread. */
  readonly treads: readonly number[];
}

export interface Label {
  /** Of the line's series. */
  readonly key: string;
  readonly x: number;
  /** Of the baseline. */
  readonly y: number;
  readonly anchor: 'start' | 'end';
}

export interface Staircase {
  readonly frame: Frame;
  readonly lines: readonly Line[];
  readonly gap: readonly Box[];
  readonly labels: readonly Label[];
  /** Where the walker's feet are; null where it would be in the way. */
  readonly walker: { readonly x: number; readonly y: number } | null;
  /** The middle of the gap, where there is room for a number. */
  readonly gapMiddle: { readonly x: number; readonly y: number } | null;
}
