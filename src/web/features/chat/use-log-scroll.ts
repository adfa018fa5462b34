import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';

/** So near to the end one is at it, in pixels. */
const END_PX = 48;
/** So near to the beginning older messages are fetched. */
const START_PX = 240;

interface LogScroll {
  log: RefObject<HTMLDivElement | null>;
  isReading: boolean;
  onReading: (isReading: boolean) => void;
  onStart: () => void;
}

/**
 * Keeps a log where it is read: at its end while one is there, and otherwise on the message that is on top, whatever comes before or goes.
 * Returns what hears the log scroll.
 */
export function useLogScroll({ log, isReading, onReading, onStart }: LogScroll): () => void {
  /** The message on top, and how far it is from the top of the log. */
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
  // After every drawing: whatever was drawn may have moved what is read.
  useLayoutEffect(keep);
  // So does a keyboard that takes half of the screen, and a message that is written in several lines.
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

/** The first message that is in sight, wholly or in part. */
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
