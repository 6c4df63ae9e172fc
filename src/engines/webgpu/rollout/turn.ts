/**
 * One turn of a batch on the device: reads what is new, then draws token after token. All of it is one submit where the
 * device is fast; else it is cut into submits of bounded duration, two of them in flight, between which finished rows
 * end the turn or make the others close ranks. What was drawn is read once, at the end.
 */

import type { CommandList } from '../command-list.ts';
import type { Gpu, Slice } from '../gpu.ts';
import { nextPass, passEntries, type FeedPlace, type FeedStage } from './feed.ts';
import type { Pace, Work } from './pace.ts';
import { SUBMITS_IN_FLIGHT } from '../submits.ts';
import { closeRanks, slotBucket } from './seats.ts';
import type { RolloutSpace } from './space.ts';
import { FINISHED } from './state.ts';

/** Rows of a pass that are not worth a pass of their own. */
const LEAST_PASS = 32;
const ENTRY_BYTES = 16;

/** Four words for each slot, as in RolloutState. */
type Words = Uint32Array<ArrayBuffer>;

export interface Turn {
  readonly gpu: Gpu;
  readonly space: RolloutSpace;
  readonly pace: Pace;
  readonly stages: readonly FeedStage[];
  /** Which row sits in each slot. */
  readonly seats: readonly number[];
  /** Of a whole bucket of slots. */
  readonly cursors: Words;
  readonly streams: Words;
  readonly steps: number;
  readonly filters: boolean;
}

/** From a step on, rows sat in these slots. */
export interface Segment {
  readonly firstStep: number;
  readonly seats: readonly number[];
}

export interface Drawn {
  /** [steps, stride] of four words; where a row had finished, whatever was there. */
  readonly words: Words;
  readonly stride: number;
  readonly segments: readonly Segment[];
  /** Where the rows sit now. */
  readonly seats: readonly number[];
}

interface Flight {
  readonly read: Promise<readonly ArrayBuffer[]>;
  readonly submitted: number;
  readonly work: Work;
}

export async function runTurn(turn: Turn): Promise<Drawn> {
  const { gpu, space, pace } = turn;
  const { state } = space;
  let { seats, cursors, streams } = turn;
  let place: FeedPlace = { stage: 0, token: 0 };
  let step = 0;
  let settled = 0;
  let lists: CommandList[] = [];
  let work: Work = { tokens: 0, steps: 0 };
  const segments: Segment[] = [{ firstStep: 0, seats }];
  const flights: Flight[] = [];

  const submit = (slice: Slice): Flight => {
    const flight = { read: gpu.read([slice], lists), submitted: performance.now(), work };
    // Whoever settles it meets its failure; another flight may be met first.
    flight.read.catch(() => undefined);
    lists = [];
    work = { tokens: 0, steps: 0 };
    return flight;
  };
  const settle = async (flight: Flight): Promise<Words> => {
    const [bytes] = await flight.read;
    const now = performance.now();
    pace.learn(cursors.length / 4, flight.work, now - Math.max(flight.submitted, settled));
    settled = now;
    return new Uint32Array(bytes);
  };
  const seat = (): void => {
    gpu.write(state.cursors, cursors);
    gpu.write(state.streams, streams);
  };

  seat();
  for (;;) {
    const group = await nextGroup(turn, cursors, place, turn.steps - step);
    lists.push(...group.lists);
    ({ place, work } = group);
    step += group.work.steps;
    if (step === turn.steps) break;
    flights.push(submit(part(state.cursors, cursors.byteLength)));
    if (flights.length < SUBMITS_IN_FLIGHT) continue;
    let latest: Words = await settle(flights[0]);
    flights.shift();
    if (!isWorthwhile(aliveIn(latest, seats.length))) continue;
    for (const flight of flights.splice(0)) latest = await settle(flight);
    const alive = aliveIn(latest, seats.length);
    if (!alive.some(Boolean)) break;
    const seating = closeRanks(alive);
    if (seating === null) continue;
    seats = seating.slots.map((slot) => seats[slot]);
    segments.push({ firstStep: step, seats });
    const moves = seating.moves.map(({ from, to }) => ({ from, to, tokens: latest[4 * from + 1] }));
    if (moves.length > 0) lists.push(await space.move(0, moves));
    cursors = seatedCursors(latest, seating.slots);
    streams = seated(streams, seating.slots);
    seat();
  }
  const last = submit(part(state.drawn, turn.steps * state.slots * ENTRY_BYTES));
  for (const flight of flights) await settle(flight);
  return { words: await settle(last), stride: state.slots, segments, seats };
}

interface Group {
  readonly lists: readonly CommandList[];
  readonly work: Work;
  readonly place: FeedPlace;
}

/** The lists that fill the next submit. */
async function nextGroup(
  { space, pace, stages, filters }: Turn,
  cursors: Words,
  from: FeedPlace,
  stepsLeft: number,
): Promise<Group> {
  const slots = cursors.length / 4;
  const lists: CommandList[] = [];
  let place = from;
  let tokens = 0;
  let steps = 0;
  let share = 0;
  for (let index = 0; ; index++) {
    const room = Math.floor((1 - share) * pace.tokens);
    if (share > 0 && room < LEAST_PASS) return { lists, work: { tokens, steps }, place };
    const limit = Math.min(space.scratch.rows, Math.max(room, LEAST_PASS) + slots);
    const pass = nextPass(stages, place, limit, slots);
    if (pass === null) break;
    const entries = passEntries(pass.isTail ? cursors : new Uint32Array(), pass.tokens);
    // What rows share may have been read with what more of them share.
    if (entries.length > 0) lists.push(await space.pass(index, entries, pass.isTail ? { slots, filters } : null));
    if (pass.copies.length > 0) lists.push(await space.move(index, pass.copies));
    place = pass.place;
    tokens += entries.length / 4;
    share += entries.length / 4 / pace.tokens;
    if (pass.isTail) steps++;
  }
  const full = Math.floor((1 - share) * pace.steps(slots));
  const more = Math.min(stepsLeft - steps, Math.max(full, share === 0 ? 1 : 0));
  if (more > 0) {
    const path = await space.path(slots, filters);
    lists.push(...(await path.decode(more)));
  }
  return { lists, work: { tokens, steps: steps + Math.max(0, more) }, place };
}

function part({ buffer, offset }: Slice, size: number): Slice {
  return { buffer, offset, size };
}

function aliveIn(cursors: Words, seats: number): readonly boolean[] {
  return Array.from({ length: seats }, (_, slot) => cursors[4 * slot + 3] !== FINISHED);
}

/** Whether waiting for the device pays: nobody is left, or few enough to close ranks. */
function isWorthwhile(alive: readonly boolean[]): boolean {
  return !alive.some(Boolean) || closeRanks(alive) !== null;
}

/** The words of old slots in the order of new ones, in a whole bucket. */
function seated(words: Words, slots: readonly number[]): Words {
  const result = new Uint32Array(4 * slotBucket(slots.length));
  slots.forEach((old, slot) => {
    result.set(words.subarray(4 * old, 4 * old + 4), 4 * slot);
  });
  return result;
}

function seatedCursors(cursors: Words, slots: readonly number[]): Words {
  const result = seated(cursors, slots);
  for (let slot = 0; slot < result.length / 4; slot++) {
    result[4 * slot] = slot;
    result[4 * slot + 3] = slot < slots.length ? slot : FINISHED;
  }
  return result;
}
