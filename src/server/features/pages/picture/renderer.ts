import { createHash } from 'node:crypto';
import { renderAsync } from '@resvg/resvg-js';
import { AppError } from '#server/http/app-error.ts';
import { type KeptBytes, keepBytes } from '#server/http/kept-bytes.ts';
import type { Fonts } from './fonts.ts';

/** Some 160 KB each. */
const KEPT_MAX = 120;
/** At 50 ms a picture nobody waits longer than three seconds; those beyond come back later. */
const WAITING_MAX = 60;

/**
 * Renders SVG to PNG: one at a time, and each picture once while it is kept. Drawing happens outside the thread that answers;
 * writing the PNG takes that thread some 10 ms.
 */
export function createRenderer() {
  const kept = new Map<string, Promise<KeptBytes>>();
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    waiting++;
    const mine = last.then(work).finally(() => {
      waiting--;
    });
    last = mine.catch(() => undefined);
    return mine;
  };

  /** The picture of a drawing; `cacheControl` goes out with it. */
  return (svg: string, fonts: Fonts, cacheControl: string): Promise<KeptBytes> => {
    const key = createHash('sha1').update(cacheControl).update(svg).digest('base64url');
    const known = kept.get(key);
    if (known) return known;
    if (waiting >= WAITING_MAX) throw new AppError('unavailable');
    const picture = inTurn(() => render(svg, fonts)).then((png) =>
      keepBytes(png, { contentType: 'image/png', cacheControl, brotliQuality: 0 }),
    );
    picture.catch(() => kept.delete(key));
    kept.set(key, picture);
    const [oldest] = kept.keys();
    if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
    return picture;
  };
}

async function render(svg: string, { archivo, chinese }: Fonts): Promise<Buffer> {
  const needsChinese = chinese !== null && svg.includes(`font-family="${chinese.family}"`);
  const fontFiles = [...Object.values(archivo), ...(needsChinese ? [chinese] : [])].map(({ path }) => path);
  const picture = await renderAsync(svg, {
    font: { loadSystemFonts: false, fontFiles, defaultFontFamily: archivo.regular.family },
    logLevel: 'off',
  });
  return picture.asPng();
}
