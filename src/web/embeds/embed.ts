import { matchLocale } from '#domain/identity/locale.ts';
import {
  EMBED_HEIGHTS,
  EMBED_KINDS,
  EMBED_SANDBOX,
  EMBED_THEMES,
  type Embed,
  embedPath,
  HEIGHT_MAX,
  HEIGHT_MESSAGE,
  isEmbedId,
} from '#domain/matches/embed.ts';

/**
 * The script that other sites include: turns `<div data-matchpoint="match" data-id="7"><a href="...">...</a></div>` into a frame. The link
 * stays until the frame answers, and for good where scripts or frames are not allowed. Its one global has `scan` for pages that add such
 * elements later. It sets no cookie, stores nothing, and tells nobody about the page.
 */

function start(site: string): { scan: () => void } {
  const frames = new Map<HTMLIFrameElement, HTMLElement>();

  const scan = (): void => {
    for (const frame of frames.keys()) if (!frame.isConnected) frames.delete(frame);
    for (const place of document.querySelectorAll<HTMLElement>('div[data-matchpoint]:not([data-matchpoint-ready])')) {
      const embed = embedOf(place.dataset);
      if (embed === null) continue;
      place.dataset.matchpointReady = '';
      const frame = frameOf(site + embedPath(embed), place, EMBED_HEIGHTS[embed.kind]);
      frames.set(frame, place);
      place.append(frame);
    }
  };

  addEventListener('message', ({ data, origin, source }: MessageEvent) => {
    // A sandboxed page has no origin: which window speaks is what identifies it.
    if ((origin !== 'null' && origin !== site) || data?.type !== HEIGHT_MESSAGE) return;
    const { height } = data;
    const found = [...frames].find(([frame]) => frame.contentWindow === source);
    if (!found || typeof height !== 'number' || !(height > 0 && height <= HEIGHT_MAX)) return;
    const [frame, place] = found;
    frame.height = String(Math.ceil(height));
    for (const child of [...place.childNodes]) if (child !== frame) child.remove();
  });
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', scan);
  scan();
  return { scan };
}

/** Returns what an element asks for; null if it is nothing that can be embedded. */
function embedOf({ matchpoint, id = '', season, theme, lang, hide }: DOMStringMap): Embed | null {
  const kind = EMBED_KINDS.find((one) => one === matchpoint);
  if (!kind || !isEmbedId(kind, id)) return null;
  return {
    ...{ kind, id, season: season || null, locale: matchLocale(lang ?? ''), hidesScore: hide === 'score' },
    theme: EMBED_THEMES.find((one) => one === theme) ?? 'auto',
  };
}

function frameOf(src: string, place: HTMLElement, height: number): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.title = place.dataset.title || place.textContent?.trim() || 'Matchpoint';
  frame.loading = 'lazy';
  frame.setAttribute('sandbox', EMBED_SANDBOX);
  frame.referrerPolicy = 'no-referrer';
  frame.width = '100%';
  frame.height = String(height);
  const width = Number(place.dataset.width);
  frame.style.cssText = `display:block;border:0;border-radius:12px;max-width:${width > 0 ? `${width}px` : '100%'}`;
  frame.src = src;
  return frame;
}

const page = globalThis as { matchpoint?: { scan: () => void } };
const { src } = (document.currentScript ?? {}) as HTMLScriptElement;
if (page.matchpoint) page.matchpoint.scan();
else if (src) page.matchpoint = start(new URL(src).origin);
