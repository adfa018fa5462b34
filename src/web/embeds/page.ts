import './page.css';
import { HEIGHT_MESSAGE } from '#domain/matches/embed.ts';
import { writeTimes } from './local-times.ts';

/**
 * Runs in the page of an embed, which is complete without it: writes times in the reader's time zone, reports the page's height to the
 * page around it, and asks for changes while the card can be seen. It runs without an origin of ours (a sandbox), so that it has neither
 * cookies nor storage.
 */

/** After failures the next request waits longer, up to this many seconds. */
const WAIT_SECONDS_MAX = 600;

/** Not in every browser. */
interface TrustedTypes {
  createPolicy: (name: string, rules: { createHTML: (text: string) => string }) => { createHTML: (text: string) => unknown };
}
const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('embed', { createHTML: (text) => text });
/** Parses a page of ours: its scripts do not run, and the policy of this page forbids inline ones. */
const parsed = (text: string): Document => new DOMParser().parseFromString((policy?.createHTML(text) ?? text) as string, 'text/html');

const cardOf = (page: Document): HTMLElement | null => page.querySelector('#card');
const status = document.querySelector('[role=status]');

let known = '';
let failures = 0;
let timer = 0;
let isSeen = true;

function show(page: Document): void {
  const [old, next] = [cardOf(document), cardOf(page)];
  if (!old || !next) return;
  const isFocused = document.activeElement?.tagName === 'SUMMARY';
  const isOpen = old.querySelector('details')?.open ?? false;
  const news = next.dataset.news ?? '';
  const isNews = news !== '' && news !== old.dataset.news;
  old.replaceWith(document.adoptNode(next));
  const details = next.querySelector('details');
  if (details) details.open = isOpen;
  if (isFocused) next.querySelector('summary')?.focus();
  document.title = page.title;
  writeTimes(next);
  if (isNews && status) status.textContent = news;
}

async function update(): Promise<void> {
  try {
    const response = await fetch(location.href, { credentials: 'omit', cache: 'no-cache' });
    const text = await response.text();
    failures = response.ok ? 0 : failures + 1;
    // A card that was readable stays when the server is busy.
    if (response.ok && text !== known) {
      known = text;
      show(parsed(text));
    }
  } catch {
    failures += 1;
  }
  plan();
}

/** Plans the next request. A card that nobody sees asks for nothing. */
function plan(): void {
  clearTimeout(timer);
  const seconds = Number(cardOf(document)?.dataset.poll ?? 0);
  if (seconds === 0 || !isSeen || document.hidden) return;
  timer = window.setTimeout(update, Math.min(seconds * 2 ** failures, Math.max(seconds, WAIT_SECONDS_MAX)) * 1_000);
}

/** Asks at once when a card comes into view again: it may be old. */
function look(): void {
  clearTimeout(timer);
  if (isSeen && !document.hidden && Number(cardOf(document)?.dataset.poll ?? 0) > 0) void update();
}

/** The height of the body: that of the root element is at least the frame's. */
function reportHeight(): void {
  parent.postMessage({ type: HEIGHT_MESSAGE, height: Math.ceil(document.body.getBoundingClientRect().height) }, '*');
}

writeTimes(document.body);
new ResizeObserver(reportHeight).observe(document.body);
document.addEventListener('visibilitychange', look);
new IntersectionObserver((entries) => {
  const wasSeen = isSeen;
  isSeen = entries.at(-1)?.isIntersecting ?? true;
  if (isSeen && !wasSeen) look();
  else plan();
}).observe(document.body);
plan();
