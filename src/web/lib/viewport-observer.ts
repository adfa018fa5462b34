/** What a place is told: whether it is to be drawn, and how high it is on the page, in pixels. */
type Tell = (isNear: boolean, height: number) => void;

/** A screen above and a screen below what is on show. */
const AROUND = '100% 0px';

const places = new Map<Element, Tell>();
/** Near, and not drawn yet; the next one first. */
const waiting = new Map<Element, number>();
let observer: IntersectionObserver | null = null;

/**
 * Tells a place on the page when it comes near the screen and when it leaves, until the returned function is called. What is on
 * show is told at once. What is only near is told one a frame, the nearest first, so that a page follows the hand that scrolls it.
 * Who has the focus is never told to leave.
 */
export function watchNearness(place: Element, tell: Tell): () => void {
  observer ??= new IntersectionObserver(onMoved, { rootMargin: AROUND });
  places.set(place, tell);
  observer.observe(place);
  return () => {
    places.delete(place);
    waiting.delete(place);
    observer?.unobserve(place);
  };
}

function onMoved(entries: readonly IntersectionObserverEntry[]): void {
  const isIdle = waiting.size === 0;
  for (const { target, isIntersecting, boundingClientRect } of entries) {
    waiting.delete(target);
    const { top, bottom, height } = boundingClientRect;
    const away = Math.max(top - window.innerHeight, -bottom);
    if (isIntersecting && away > 0) waiting.set(target, away);
    else if (isIntersecting || !target.contains(document.activeElement)) places.get(target)?.(isIntersecting, height);
  }
  if (isIdle && waiting.size > 0) requestAnimationFrame(reportNext);
}

function reportNext(): void {
  const [nearest] = [...waiting].toSorted(([, a], [, b]) => a - b);
  if (!nearest) return;
  waiting.delete(nearest[0]);
  places.get(nearest[0])?.(true, 0);
  if (waiting.size > 0) requestAnimationFrame(reportNext);
}
