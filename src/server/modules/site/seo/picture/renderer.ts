import { createHash } from 'node:crypto';
import { renderAsync } from '@resvg/resvg-js';
import { type EncodedBytes, encodeBytes } from '#server/platform/http/encoded-response.ts';
import { createFairQueue } from '#server/platform/http/fair-queue.ts';
import type { Fonts } from './fonts.ts';

/** Some 160 KB each. */
const KEPT_MAX = 120;
/** At 50 ms a picture nobody waits longer than three seconds; those beyond come back later. */
const QUEUE = { atOnce: 1, waitingMax: 60, waitingMaxEach: 20 } as const;

/**
 * Renders SVG to PNG: one at a time, each requester in turn (http/fair-queue.ts), and each picture once while it is kept. Drawing happens outside
 * the thread that answers; writing the PNG takes that thread some 10 ms.
 */
export function createRenderer() {
  const kept = new Map<string, Promise<EncodedBytes>>();
  const queue = createFairQueue(QUEUE);

  /** The picture of a drawing; `cacheControl` goes out with it. `ip` is of who asks. Throws `rate_limited`, `unavailable`. */
  return async (svg: string, fonts: Fonts, cacheControl: string, ip: string): Promise<EncodedBytes> => {
    const key = createHash('sha1').update(cacheControl).update(svg).digest('base64url');
    // Each waits for their own turn, also for the same picture: who asked first may have a long way to go. Then it may be there already.
    return kept.get(key) ?? (await queue.run(ip, () => kept.get(key) ?? begin(key, svg, fonts, cacheControl)));
  };

  function begin(key: string, svg: string, fonts: Fonts, cacheControl: string): Promise<EncodedBytes> {
    const picture = render(svg, fonts).then((png) => encodeBytes(png, { contentType: 'image/png', cacheControl, brotliQuality: 0 }));
    picture.catch(() => kept.delete(key));
    kept.set(key, picture);
    const [oldest] = kept.keys();
    if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
    return picture;
  }
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
