import { createHash } from 'node:crypto';
import { renderAsync } from '@resvg/resvg-js';
import { type EncodedBytes, encodeBytes } from '#server/platform/http/encoded-response.ts';
import { createFairQueue } from '#server/platform/http/fair-queue.ts';
import type { Fonts } from './fonts.ts';

/** Number of cached pictures, about 160 KB each. */
const CACHED_MAX = 120;
/** At 50 ms a picture, a request waits at most three seconds; further requests are rejected and can be retried. */
const QUEUE = { atOnce: 1, waitingMax: 60, waitingMaxEach: 20 } as const;

/**
 * Creates a renderer from SVG to PNG. It renders one picture at a time, with fair turns among requesters (http/fair-queue.ts), and each
 * picture once while it is cached. Drawing runs outside the main thread; encoding the PNG takes about 10 ms on it.
 */
export function createRenderer() {
  const kept = new Map<string, Promise<EncodedBytes>>();
  const queue = createFairQueue(QUEUE);

  /**
   * Returns the picture of a drawing; `cacheControl` is sent with it. `ip` is the requester's address. Throws `rate_limited`,
   * `unavailable`.
   */
  return async (svg: string, fonts: Fonts, cacheControl: string, ip: string): Promise<EncodedBytes> => {
    const key = createHash('sha1').update(cacheControl).update(svg).digest('base64url');
    // Each requester waits for their own turn, even for the same picture, because the first requester's turn may be far off. The picture
    // may be cached by then.
    return kept.get(key) ?? (await queue.run(ip, () => kept.get(key) ?? begin(key, svg, fonts, cacheControl)));
  };

  function begin(key: string, svg: string, fonts: Fonts, cacheControl: string): Promise<EncodedBytes> {
    const picture = render(svg, fonts).then((png) => encodeBytes(png, { contentType: 'image/png', cacheControl, brotliQuality: 0 }));
    picture.catch(() => kept.delete(key));
    kept.set(key, picture);
    const [oldest] = kept.keys();
    if (kept.size > CACHED_MAX && oldest !== undefined) kept.delete(oldest);
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
