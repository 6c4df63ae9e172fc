/**
 * Where the marks of many lives go: a row for each life, a column for each task, under the treads of the Staircase. One
 * row is open and makes room for arcs from the rewriting in which a note was written to the tasks that had it. Pure.
 */

export interface LifeRow {
  /** Stands at the left of the row. */
  readonly label: string;
  /** Solved or not, by task. */
  readonly outcomes: readonly boolean[];
}

export interface LivesArc {
  readonly path: string;
  /** Index of the task before the rewriting, and of the task that had the note. */
  readonly writtenAfter: number;
  readonly task: number;
}

export interface PlacedRow {
  /** Index among the lives given. */
  readonly index: number;
  readonly y: number;
  /** Empty where rows are too close for every label. */
  readonly label: string;
  readonly marks: readonly { readonly task: number; readonly x: number; readonly solved: boolean }[];
}

export interface LivesDrawing {
  readonly height: number;
  /** Radius of the marks, and the least room around each. */
  readonly radius: number;
  readonly labelX: number;
  readonly rows: readonly PlacedRow[];
  /** The box of the open row; null where no row is open. */
  readonly open: { readonly x: number; readonly y: number; readonly width: number; readonly height: number } | null;
  readonly arcs: readonly LivesArc[];
  /** Rewritings in the open row: the x of each, by the index of the task before it. */
  readonly rewritings: readonly number[];
}

/** The frame of charts/staircase-geometry.ts, so that marks stand under their treads. */
const LEFT = 48;
const RIGHT_MARGIN = 8;
const LABEL_GAP = 10;
const TALLEST_ROW = 24;
const SHORTEST_ROW = 12;
/** Height that closed rows share, where there are many. */
const ROWS_HEIGHT = 300;
/** Rows lower than this are not all labelled. */
const LABEL_HEIGHT = 18;
const LARGEST_MARK = 7;
const ARCS_HEIGHT = 54;
const OPEN_FOOT = 18;
/** Between a box or the picture's edge and the next row. */
const SPACE = 6;
/** Arcs begin and end off the middle of their marks. */
const START_LIFT = 6;
const END_LIFT = 11;
const LOWEST_ARC = 20;
const ARC_STEP = 9;
/** Lives drawn at most; the rest are left to the table. */
export const MOST_ROWS = 24;

/** The lives drawn: the first ones, moved on so far that the open one is among them. */
export function shownRange(count: number, open: number): { readonly from: number; readonly to: number } {
  const from = Math.max(0, Math.min(open - MOST_ROWS + 1, count - MOST_ROWS));
  return { from: open < MOST_ROWS ? 0 : from, to: Math.min(count, (open < MOST_ROWS ? 0 : from) + MOST_ROWS) };
}

function columns(width: number, length: number): readonly number[] {
  const tread = (width - RIGHT_MARGIN - LEFT) / length;
  return Array.from({ length }, (_, task) => LEFT + (task + 0.5) * tread);
}

/** An arc over the marks between its ends, the higher the farther it goes. */
function arcPath(x1: number, x2: number, base: number, span: number): string {
  const apex = Math.min(ARCS_HEIGHT - 6, LOWEST_ARC + ARC_STEP * span);
  // A quadratic curve rises half as high as its control point.
  return `M${x1} ${base - START_LIFT}Q${(x1 + x2) / 2} ${base - 2 * apex} ${x2} ${base - END_LIFT}`;
}

export interface LivesOptions {
  readonly width: number;
  /** Tasks in a life. */
  readonly length: number;
  /** Index of the open life; -1 for none. */
  readonly open: number;
  /** From rewriting to task, of the open life. */
  readonly links: readonly { readonly writtenAfter: number; readonly task: number }[];
}

export function livesDrawing(lives: readonly LifeRow[], { width, length, open, links }: LivesOptions): LivesDrawing {
  const { from, to } = shownRange(lives.length, open);
  const pitch = Math.min(TALLEST_ROW, Math.max(SHORTEST_ROW, Math.floor(ROWS_HEIGHT / Math.max(1, to - from))));
  const every = Math.ceil(LABEL_HEIGHT / pitch);
  const xs = columns(width, length);
  let top = 0;
  let box: LivesDrawing['open'] = null;
  let base = 0;
  const rows = lives.slice(from, to).map(({ label, outcomes }, place): PlacedRow => {
    const index = from + place;
    let y = top + pitch / 2;
    if (index === open) {
      const boxTop = place === 0 ? top + 1 : top + SPACE / 2;
      base = boxTop + ARCS_HEIGHT + SPACE;
      box = { x: 1, y: boxTop, width: width - 2, height: base - boxTop + OPEN_FOOT };
      y = base;
      top = boxTop + box.height + SPACE;
    } else {
      top += pitch;
    }
    const labelled = index === open || place % every === 0;
    const marks = outcomes.slice(0, length).map((solved, task) => ({ task, x: xs[task], solved }));
    return { index, y, label: labelled ? label : '', marks };
  });
  const rewritings = box ? xs.slice(1).map((x, task) => (x + xs[task]) / 2) : [];
  return {
    height: top + SPACE,
    radius: Math.min(LARGEST_MARK, pitch * 0.32),
    labelX: LEFT - LABEL_GAP,
    rows,
    open: box,
    arcs: links.flatMap(({ writtenAfter, task }) => {
      const [start, end] = [rewritings.at(writtenAfter), xs.at(task)];
      if (start === undefined || end === undefined) return [];
      return [{ writtenAfter, task, path: arcPath(start, end, base, task - writtenAfter - 1) }];
    }),
    rewritings,
  };
}

/** The mark nearest to a point: its life's index and its task. Null where nothing is drawn. */
export function markNear(
  { rows }: LivesDrawing,
  x: number,
  y: number,
): { readonly index: number; readonly task: number } | null {
  const row = rows.toSorted((one, other) => Math.abs(one.y - y) - Math.abs(other.y - y)).at(0);
  const mark = row?.marks.toSorted((one, other) => Math.abs(one.x - x) - Math.abs(other.x - x)).at(0);
  return row && mark ? { index: row.index, task: mark.task } : null;
}
