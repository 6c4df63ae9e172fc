/** Files that come to the page and leave it: runs, tables, and charts as pictures that stand alone. */

import { WaymarkError } from '../../core/errors.ts';

/** What a chart is saved as. */
export type PictureKind = 'svg' | 'png';

/** Pixels of a picture for each of the page's, so that it is sharp on paper. */
const PNG_SCALE = 2;
const PADDING = 16;

/** How parts of a drawing look, of all that the page's styles decide. */
const LOOKS = [
  ...['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-linecap', 'stroke-linejoin', 'paint-order'],
  ...['font-family', 'font-size', 'font-weight', 'letter-spacing', 'text-anchor', 'opacity'],
] as const;

/** Hands the visitor a file. */
export function saveFile(name: string, content: Uint8Array | string | Blob, type: string): void {
  const link = document.createElement('a');
  // A copy, because the bytes may stand in shared memory, which blobs do not take.
  const parts = content instanceof Uint8Array ? new Uint8Array(content) : content;
  link.href = URL.createObjectURL(content instanceof Blob ? content : new Blob([parts], { type }));
  link.download = name;
  link.click();
  // Only now does the browser need it no more: some begin to read after a moment.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

export async function readFile(file: Blob): Promise<Uint8Array> {
  return new Uint8Array(await file.arrayBuffer());
}

/** Saves a drawing of the page. Rejects with `bad-request` where the browser cannot make a picture of it. */
export async function savePicture(drawing: SVGSVGElement, name: string, kind: PictureKind): Promise<void> {
  const { text, width, height } = standaloneDrawing(drawing);
  const svg = new Blob([text], { type: 'image/svg+xml' });
  if (kind === 'svg') saveFile(`${name}.svg`, svg, svg.type);
  else saveFile(`${name}.png`, await rasterised(svg, width, height), 'image/png');
}

/** The same drawing with its looks written into it, on the page's ground, so that it needs no styles from elsewhere. */
function standaloneDrawing(drawing: SVGSVGElement): {
  readonly text: string;
  readonly width: number;
  readonly height: number;
} {
  const { width, height } = drawing.viewBox.baseVal;
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const originals = [drawing, ...drawing.querySelectorAll('*')];
  for (const [index, element] of [copy, ...copy.querySelectorAll('*')].entries()) {
    const looks = getComputedStyle(originals[index]);
    for (const look of LOOKS) element.setAttribute(look, looks.getPropertyValue(look));
    element.removeAttribute('class');
  }
  const ground = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  const frame = { x: -PADDING, y: -PADDING, width: width + 2 * PADDING, height: height + 2 * PADDING };
  for (const [name, value] of Object.entries(frame)) ground.setAttribute(name, String(value));
  ground.setAttribute('fill', getComputedStyle(document.documentElement).backgroundColor);
  copy.prepend(ground);
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('viewBox', `${frame.x} ${frame.y} ${frame.width} ${frame.height}`);
  copy.setAttribute('width', String(frame.width));
  copy.setAttribute('height', String(frame.height));
  // Of Lit's making, and of no use to anybody else.
  const text = new XMLSerializer().serializeToString(copy).replaceAll(/<!--.*?-->/gs, '');
  return { text, width: frame.width, height: frame.height };
}

async function rasterised(svg: Blob, width: number, height: number): Promise<Blob> {
  const address = URL.createObjectURL(svg);
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = width * PNG_SCALE;
    canvas.height = height * PNG_SCALE;
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (picture === null) throw new Error('the canvas gave no picture');
    return picture;
  } catch (cause) {
    throw new WaymarkError('bad-request', 'This browser cannot make a PNG of the chart.', 'Save it as SVG.', { cause });
  } finally {
    URL.revokeObjectURL(address);
  }
}
