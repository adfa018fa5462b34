// Draws a match on a matrix of 64 x 32 pixels, as text, or as a picture in PBM for a device that shows one.
//   node led-matrix.mjs https://matchpoint.example 7 [--pbm FILE]
// EVERY_SECONDS: how often to draw again; 0, the default, draws once.
import { writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

const [site, id, option, file] = process.argv.slice(2);
const everyMs = 1_000 * Number(process.env.EVERY_SECONDS ?? 0);
const [WIDTH, HEIGHT] = [64, 32];

/** Letters of 3 x 5 pixels: each digit is a row, of which 4 is the left pixel, 2 the middle one and 1 the right one. */
const FONT = Object.fromEntries(
  `A25755 B65656 C34443 D65556 E74647 F74644 G34553 H55755 I72227 J11152 K55655 L44447 M57755 N65555 O25552 P65644 Q25563 R65655 S34216
   T72222 U55557 V55552 W55775 X55255 Y55222 Z71247 075557 126227 271747 371717 455711 574717 674757 771222 875757 975717 -00700 '22000
   +02720 .00002 :02020`
    .split(/\s+/)
    .map((glyph) => [glyph[0], [...glyph.slice(1)].map(Number)]),
);
const SPACE = [0, 0, 0, 0, 0];

const pixels = Array.from({ length: HEIGHT }, () => new Uint8Array(WIDTH));

/** Draws a text; each pixel of a letter is a square of `size` pixels. Pixels outside the matrix are left out. */
function draw(text, x, y, size) {
  [...text].forEach((letter, i) => {
    (FONT[letter] ?? SPACE).forEach((row, dy) => {
      for (let dx = 0; dx < 3; dx++) {
        if (!(row & (4 >> dx))) continue;
        for (let n = 0; n < size * size; n++) {
          const [px, py] = [x + (i * 4 + dx) * size + (n % size), y + dy * size + Math.floor(n / size)];
          if (pixels[py]?.[px] !== undefined) pixels[py][px] = 1;
        }
      }
    });
  });
}

const widthOf = (text, size) => (text.length * 4 - 1) * size;
const drawCentred = (text, y, size) => draw(text, Math.floor((WIDTH - widthOf(text, size)) / 2), y, size);

/** Capital letters without accents, as the font has no others. */
const plain = (text) =>
  text
    .normalize('NFD')
    .replace(/[^\w .:+'-]/g, '')
    .toUpperCase();

function clockOf({ state, status, minute, stoppage, kickoff_at }) {
  if (state === 'upcoming') return kickoff_at === null ? 'TBD' : new Date(kickoff_at).toISOString().slice(11, 16);
  if (state === 'finished') return 'FT';
  if (status === 'ht' || minute === null) return status.toUpperCase();
  return `${minute}${stoppage ? `+${stoppage}` : ''}'`;
}

function paint(match) {
  for (const row of pixels) row.fill(0);
  const name = ({ name, short_name: short }) => plain(short ?? name).slice(0, 7);
  draw(name(match.home), 1, 1, 1);
  const away = name(match.away);
  draw(away, WIDTH - 1 - widthOf(away, 1), 1, 1);
  drawCentred(match.score.home === null ? '-:-' : `${match.score.home}-${match.score.away}`, 10, 2);
  drawCentred(clockOf(match), 25, 1);
}

function output() {
  if (option === '--pbm') return writeFileSync(file, `P1\n${WIDTH} ${HEIGHT}\n${pixels.map((row) => row.join(' ')).join('\n')}\n`);
  if (process.stdout.isTTY) console.clear();
  console.log(pixels.map((row) => [...row].map((on) => (on ? '#' : '.')).join('')).join('\n'));
}

let etag = '';
do {
  try {
    const response = await fetch(new URL(`/api/v1/matches/${id}`, site), { headers: { 'If-None-Match': etag } });
    if (response.ok) {
      etag = response.headers.get('ETag');
      paint(await response.json());
      output();
    } else if (response.status !== 304) throw new Error(`the site answers ${response.status}`);
  } catch (error) {
    console.error(`The match cannot be read: ${error.message}`);
    if (everyMs === 0) process.exitCode = 1;
  }
  if (everyMs > 0) await wait(everyMs);
} while (everyMs > 0);
