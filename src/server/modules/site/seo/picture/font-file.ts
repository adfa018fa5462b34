import { type FileHandle, open } from 'node:fs/promises';

/** One face of a font file: its name, the characters it covers, and text widths. */
export interface FontFace {
  path: string;
  family: string;
  /** 100 to 900 */
  weight: number;
  covers: (text: string) => boolean;
  /**
   * Returns the width in pixels at a font size in pixels, without kerning. Missing characters count as the width of the missing-glyph box.
   */
  widthOf: (text: string, size: number) => number;
}

type Tables = Map<string, { offset: number; length: number }>;

/**
 * Reads the faces of a TrueType or OpenType file or collection. Reads only the tables it needs, because such files have tens of megabytes.
 * Never throws: an invalid file has no faces, and an invalid face is skipped.
 */
export async function readFaces(path: string): Promise<FontFace[]> {
  const file = await open(path, 'r');
  try {
    const head = await read(file, 0, 12);
    const tag = head.toString('latin1', 0, 4);
    const starts = tag === 'ttcf' ? await collectionStarts(file, head.readUInt32BE(8)) : [0];
    // Faces of a collection share tables, so each table is read once.
    const known = new Map<number, Promise<Buffer>>();
    const faces: FontFace[] = [];
    for (const start of starts) faces.push(await readFace(file, path, start, known));
    return faces;
  } catch {
    return [];
  } finally {
    await file.close();
  }
}

async function read(file: FileHandle, offset: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, offset);
  if (bytesRead < length) throw new Error('the font file is shorter than its tables say');
  return buffer;
}

async function collectionStarts(file: FileHandle, count: number): Promise<number[]> {
  const offsets = await read(file, 12, Math.min(count, FACES_MAX) * 4);
  return Array.from({ length: offsets.length / 4 }, (_, index) => offsets.readUInt32BE(index * 4));
}

const FACES_MAX = 64;

async function readFace(file: FileHandle, path: string, start: number, known: Map<number, Promise<Buffer>>): Promise<FontFace> {
  const tables: Tables = new Map();
  const count = (await read(file, start + 4, 2)).readUInt16BE(0);
  const directory = await read(file, start + 12, count * 16);
  for (let at = 0; at < directory.length; at += 16) {
    tables.set(directory.toString('latin1', at, at + 4), {
      offset: directory.readUInt32BE(at + 8),
      length: directory.readUInt32BE(at + 12),
    });
  }
  const table = (name: string): Promise<Buffer> => {
    const place = tables.get(name);
    if (!place) throw new Error(`the font has no ${name} table`);
    const bytes = known.get(place.offset) ?? read(file, place.offset, place.length);
    known.set(place.offset, bytes);
    return bytes;
  };
  const unitsPerEm = (await table('head')).readUInt16BE(18);
  const advances = await table('hmtx');
  const advanceCount = (await table('hhea')).readUInt16BE(34);
  const glyphOf = glyphFinder(await table('cmap'));
  const advanceOf = (glyph: number): number => advances.readUInt16BE(Math.min(glyph, advanceCount - 1) * 4);
  return {
    path,
    family: familyIn(await table('name')),
    weight: (await table('OS/2')).readUInt16BE(4),
    covers: (text) => [...text].every((character) => glyphOf(character.codePointAt(0)!) !== 0),
    widthOf: (text, size) => {
      const units = [...text].reduce((sum, character) => sum + advanceOf(glyphOf(character.codePointAt(0)!)), 0);
      return (units * size) / unitsPerEm;
    },
  };
}

/** Returns the typographic family, else the family, from the Windows name records (UTF-16). */
function familyIn(names: Buffer): string {
  const [count, strings] = [names.readUInt16BE(2), names.readUInt16BE(4)];
  const records = Array.from({ length: count }, (_, index) => 6 + index * 12).map((at) => ({
    platform: names.readUInt16BE(at),
    language: names.readUInt16BE(at + 4),
    id: names.readUInt16BE(at + 6),
    text: () => {
      const from = strings + names.readUInt16BE(at + 10);
      return Buffer.from(names.subarray(from, from + names.readUInt16BE(at + 8)))
        .swap16()
        .toString('utf16le');
    },
  }));
  const inEnglish = (id: number) => records.find((record) => record.platform === 3 && record.language === 0x409 && record.id === id);
  return (inEnglish(16) ?? inEnglish(1))?.text() ?? '';
}

/**
 * Returns a function from a code point to its glyph number, 0 if there is none; uses the full Unicode table if there is one, else the BMP
 * table.
 */
function glyphFinder(cmap: Buffer): (codePoint: number) => number {
  const subtables = Array.from({ length: cmap.readUInt16BE(2) }, (_, index) => cmap.readUInt32BE(4 + index * 8 + 4));
  const withFormat = (format: number) => subtables.find((offset) => cmap.readUInt16BE(offset) === format);
  const whole = withFormat(12);
  if (whole !== undefined) return (codePoint) => inGroups(cmap, whole, codePoint);
  const plane = withFormat(4);
  return plane === undefined ? () => 0 : (codePoint) => inSegments(cmap, plane, codePoint);
}

/** Format 12: groups of 12 bytes (first, last, glyph of the first), in order. */
function inGroups(cmap: Buffer, offset: number, codePoint: number): number {
  let [low, high] = [0, cmap.readUInt32BE(offset + 12) - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const at = offset + 16 + middle * 12;
    if (codePoint < cmap.readUInt32BE(at)) high = middle - 1;
    else if (codePoint > cmap.readUInt32BE(at + 4)) low = middle + 1;
    else return cmap.readUInt32BE(at + 8) + codePoint - cmap.readUInt32BE(at);
  }
  return 0;
}

/** Format 4: four arrays side by side (last, first, delta, where the glyphs are), one entry a segment. */
function inSegments(cmap: Buffer, offset: number, codePoint: number): number {
  const size = cmap.readUInt16BE(offset + 6);
  const [lasts, firsts, deltas, ranges] = [14, 16 + size, 16 + 2 * size, 16 + 3 * size].map((start) => offset + start) as [
    number,
    number,
    number,
    number,
  ];
  for (let at = 0; at < size; at += 2) {
    if (codePoint > cmap.readUInt16BE(lasts + at)) continue;
    const first = cmap.readUInt16BE(firsts + at);
    if (codePoint < first) return 0;
    const [delta, range] = [cmap.readUInt16BE(deltas + at), cmap.readUInt16BE(ranges + at)];
    if (range === 0) return (codePoint + delta) & 0xffff;
    const glyph = cmap.readUInt16BE(ranges + at + range + (codePoint - first) * 2);
    return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
  }
  return 0;
}
