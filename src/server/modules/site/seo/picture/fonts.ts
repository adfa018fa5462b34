import { readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { type FontFace, readFaces } from './font-file.ts';

const WEIGHTS = {
  regular: '400Regular/Archivo_400Regular.ttf',
  strong: '600SemiBold/Archivo_600SemiBold.ttf',
  bold: '700Bold/Archivo_700Bold.ttf',
} as const;
export type Weight = keyof typeof WEIGHTS;

/** The faces used in pictures: ours by weight, and a system font for Chinese, null if the system has none. */
export interface Fonts {
  archivo: Record<Weight, FontFace>;
  chinese: FontFace | null;
}

/** Font folders of common systems. */
const FOLDERS = [
  '/usr/share/fonts',
  '/usr/local/share/fonts',
  join(homedir(), '.fonts'),
  join(homedir(), '.local/share/fonts'),
  '/System/Library/Fonts',
  '/Library/Fonts',
  'C:\\Windows\\Fonts',
];

/** Reads our fonts, and searches the system's for one that covers Chinese. */
export async function findFonts(folders: readonly string[] = FOLDERS): Promise<Fonts> {
  const resolve = createRequire(import.meta.url).resolve;
  const own = async (weight: Weight): Promise<FontFace> => {
    const [face] = await readFaces(resolve(`@expo-google-fonts/archivo/${WEIGHTS[weight]}`));
    if (!face) throw new Error(`the typeface ${WEIGHTS[weight]} cannot be read`);
    return face;
  };
  const [regular, strong, bold, chinese] = await Promise.all([own('regular'), own('strong'), own('bold'), findChinese(folders)]);
  return { archivo: { regular, strong, bold }, chinese };
}

/** Common simplified characters, some of which Japanese and Traditional Chinese fonts lack. */
const PROBE = '联赛对阵积分榜点球龙飞门进时间广东岁';

async function findChinese(folders: readonly string[]): Promise<FontFace | null> {
  let best: { face: FontFace; fitness: number } | null = null;
  // Files are read one after the other: there may be hundreds, and only the first picture in Chinese waits for them.
  for (const path of (await Promise.all(folders.map(fontFiles))).flat()) {
    for (const face of await readFaces(path)) {
      const fitness = face.covers(PROBE) ? fitnessOf(face) : 0;
      if (fitness > (best?.fitness ?? 0)) best = { face, fitness };
    }
  }
  return best?.face ?? null;
}

/** Rates a font, higher is better. The best font is a sans serif for mainland China that is heavy enough for headlines. */
function fitnessOf({ family, weight }: FontFace): number {
  const isSimplified = /\bSC\b|\bGB\b|YaHei|WenQuanYi|PingFang/i.test(family);
  const isOdd = /mono|serif|song|ming|kai|fang(?!.*sc)/i.test(family);
  return 10 + (isSimplified ? 4 : 0) - (isOdd ? 6 : 0) + (weight >= 500 && weight <= 800 ? 2 : 0);
}

async function fontFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => /\.(ttf|otf|ttc|otc)$/i.test(entry.name)).map((entry) => join(entry.parentPath, entry.name));
}
