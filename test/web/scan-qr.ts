import { decodeQR } from 'qr/decode.js';

/** Pixels per module: the minimum for a reader. */
const SCALE = 4;

/** The text that a camera would read from a picture of `ui/qr-code.tsx`. */
export function scanned(picture: Element): string {
  const side = Number(picture.getAttribute('viewBox')!.split(' ')[2]);
  const width = side * SCALE;
  const data = new Uint8Array(width * width * 4).fill(255);
  const runs = picture
    .querySelector('path')!
    .getAttribute('d')!
    .matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g);
  for (const [x = 0, y = 0, length = 0] of [...runs].map((run) => run.slice(1).map(Number))) {
    for (let row = y * SCALE; row < (y + 1) * SCALE; row++) {
      const from = (row * width + x * SCALE) * 4;
      data.fill(0, from, from + length * SCALE * 4);
    }
  }
  return decodeQR({ width, height: width, data });
}
