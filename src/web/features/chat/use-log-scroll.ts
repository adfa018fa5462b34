import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';

/** Within this distance of the end, in pixels, the reader counts as being there. */
const END_PX = 48;
/** Within this distance of the start, in pixels, older messages are loaded. */
const START_PX = 240;

interface LogScroll {
  log: RefObject<HTMLDivElement | null>;
  isReading: boolean;
  onReading: (isReading: boolean) => void;
  onStart: () => void;
}

/**
 * Keeps a log's position: at its end while the reader is there, and otherwise on the top message, whatever is added or removed.
 * Returns the handler of scroll events.
 */
export function useLogScroll({ log, isReading, onReading, onStart }: LogScroll): () => void {
  /** The top message, and its distance from the top of the log. */
  const held = useRef<{ id: string; top: number } | null>(null);

  const keep = () => {
    const element = log.current;
    if (!element) return;
    if (!isReading) element.scrollTop = element.scrollHeight;
    else if (held.current) {
      const message = element.querySelector<HTMLElement>(`[data-message="${held.current.id}"]`);
      if (message) element.scrollTop += topOf(message, element) - held.current.top;
    }
    held.current = topMessage(element);
  };
  // Any render may have moved the messages being read.
  useLayoutEffect(keep);
  // An opening keyboard or a growing composer resizes the log.
  const onSized = useEffectEvent(keep);
  useEffect(() => {
    const sized = new ResizeObserver(() => onSized());
    if (log.current) sized.observe(log.current);
    return () => sized.disconnect();
  }, [log]);

  return () => {
    const element = log.current;
    if (!element) return;
    held.current = topMessage(element);
    onReading(element.scrollHeight - element.scrollTop - element.clientHeight > END_PX);
    if (element.scrollTop < START_PX) onStart();
  };
}

const topOf = (message: HTMLElement, log: HTMLElement): number => message.getBoundingClientRect().top - log.getBoundingClientRect().top;

/** Returns the first message that is at least partly visible. */
function topMessage(log: HTMLElement): { id: string; top: number } | null {
  const messages = log.querySelectorAll<HTMLElement>('[data-message]');
  let [low, high] = [0, messages.length - 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (bottomOf(messages[middle]!, log) > 0) high = middle;
    else low = middle + 1;
  }
  const message = messages[low];
  return message ? { id: message.dataset.message ?? '', top: topOf(message, log) } : null;
}

const bottomOf = (message: HTMLElement, log: HTMLElement): number =>
  message.getBoundingClientRect().bottom - log.getBoundingClientRect().top;
