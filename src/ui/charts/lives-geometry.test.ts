import { describe, expect, it } from 'vitest';
import { MOST_ROWS, livesDrawing, markNear, shownRange, type LifeRow } from './lives-geometry.ts';

function lives(count: number): readonly LifeRow[] {
  return Array.from({ length: count }, (_, index) => ({ label: String(index), outcomes: [false, true, true, true] }));
}

const OPTIONS = { width: 456, length: 4, open: 1, links: [] } as const;

describe('the raster of lives', () => {
  it('puts every task under its tread, and every life below the newer ones', () => {
    const { rows } = livesDrawing(lives(3), OPTIONS);
    expect(rows[0].marks.map(({ x }) => x)).toEqual([98, 198, 298, 398]);
    expect(rows[1].y).toBeGreaterThan(rows[0].y);
    expect(rows[2].y).toBeGreaterThan(rows[1].y);
  });

  it('opens one row, which no other row reaches into', () => {
    const { rows, open } = livesDrawing(lives(3), OPTIONS);
    if (!open) throw new Error('no row is open');
    expect(rows[1].y).toBeGreaterThan(open.y + 50);
    expect(rows[1].y).toBeLessThan(open.y + open.height);
    expect(rows[0].y).toBeLessThan(open.y);
    expect(rows[2].y).toBeGreaterThan(open.y + open.height);
    expect(livesDrawing(lives(3), { ...OPTIONS, open: -1 }).open).toBeNull();
  });

  it('draws arcs from between two tasks to a later one, within the open row', () => {
    const links = [
      { writtenAfter: 0, task: 1 },
      { writtenAfter: 0, task: 3 },
    ];
    const { arcs, rewritings, open, rows } = livesDrawing(lives(3), { ...OPTIONS, links });
    expect(rewritings).toEqual([148, 248, 348]);
    for (const { path, task } of arcs) {
      const [x1, , , controlY, x2] = (path.match(/-?[\d.]+/g) ?? []).map(Number);
      expect([x1, x2]).toEqual([148, rows[1].marks[task].x]);
      // The curve's highest point lies half way between its ends and its control point.
      expect((controlY + rows[1].y) / 2).toBeGreaterThan(open?.y ?? Infinity);
    }
    expect(arcs).toHaveLength(2);
  });

  it('draws many lives closer, with the open one among them', () => {
    expect(shownRange(100, 3)).toEqual({ from: 0, to: MOST_ROWS });
    const { rows } = livesDrawing(lives(100), { ...OPTIONS, open: 60 });
    expect(rows).toHaveLength(MOST_ROWS);
    expect(rows.map(({ index }) => index)).toContain(60);
    expect(shownRange(100, 99)).toEqual({ from: 100 - MOST_ROWS, to: 100 });
    const few = livesDrawing(lives(3), OPTIONS);
    expect(livesDrawing(lives(100), OPTIONS).radius).toBeLessThan(few.radius);
  });

  it('finds the mark that is meant', () => {
    const drawing = livesDrawing(lives(3), OPTIONS);
    expect(markNear(drawing, 205, drawing.rows[2].y + 4)).toEqual({ index: 2, task: 1 });
    expect(markNear(livesDrawing([], OPTIONS), 0, 0)).toBeNull();
  });
});
