/** Muon as its authors describe it (Jordan et al. 2024), on rows of numbers. */

export type Matrix = readonly (readonly number[])[];

export interface SlowMuonSettings {
  readonly learningRate: number;
  readonly momentum: number;
  readonly weightDecay: number;
}

/** One step for one matrix: Nesterov momentum, orthogonalised, scaled by sqrt(max(1, rows / columns)). */
export function slowMuon(
  parameter: Matrix,
  gradient: Matrix,
  momentum: Matrix,
  settings: SlowMuonSettings,
): { readonly parameter: Matrix; readonly momentum: Matrix } {
  const nextMomentum = combine(momentum, settings.momentum, gradient, 1);
  const update = slowOrthogonalised(combine(gradient, 1, nextMomentum, settings.momentum));
  const scale = Math.sqrt(Math.max(1, parameter.length / parameter[0].length));
  const { learningRate, weightDecay } = settings;
  return {
    parameter: combine(parameter, 1 - learningRate * weightDecay, update, -learningRate * scale),
    momentum: nextMomentum,
  };
}

/** Five Newton-Schulz iterations X <- a X + (b XX^T + c (XX^T)^2) X on the matrix divided by its Frobenius norm. */
function slowOrthogonalised(matrix: Matrix): Matrix {
  const tall = matrix.length > matrix[0].length;
  const norm = Math.sqrt(matrix.flat().reduce((sum, value) => sum + value * value, 0));
  let x = scaled(tall ? turned(matrix) : matrix, 1 / (norm + 1e-7));
  for (let step = 0; step < 5; step++) {
    const gram = product(x, turned(x));
    const mixed = combine(gram, -4.775, product(gram, gram), 2.0315);
    x = combine(x, 3.4445, product(mixed, x), 1);
  }
  return tall ? turned(x) : x;
}

export function product(a: Matrix, b: Matrix): Matrix {
  return a.map((row) => b[0].map((_, column) => row.reduce((sum, value, k) => sum + value * b[k][column], 0)));
}

export function turned(a: Matrix): Matrix {
  return a[0].map((_, column) => a.map((row) => row[column]));
}

function combine(a: Matrix, shareOfA: number, b: Matrix, shareOfB: number): Matrix {
  return a.map((row, i) => row.map((value, j) => value * shareOfA + b[i][j] * shareOfB));
}

function scaled(a: Matrix, factor: number): Matrix {
  return a.map((row) => row.map((value) => value * factor));
}

/** Row-major numbers as rows of the given width. */
export function asMatrix(data: ArrayLike<number>, columns: number): Matrix {
  return Array.from({ length: data.length / columns }, (_, row) =>
    Array.from({ length: columns }, (__, column) => data[row * columns + column]),
  );
}
