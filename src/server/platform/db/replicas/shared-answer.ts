/**
 * Returns a function that asks on behalf of all who call it at the same time. Each caller gets an answer to a question that was sent after
 * its call, so at most two questions are under way: the current one, and the next one for those who came too late for it.
 */
export function sharedAnswer<T>(ask: () => Promise<T>): () => Promise<T> {
  let current: Promise<T> | null = null;
  let next: Promise<T> | null = null;
  const begin = (): Promise<T> => {
    const asked = ask();
    const end = () => {
      if (current === asked) current = null;
    };
    current = asked;
    asked.then(end, end);
    return asked;
  };
  const beginNext = (): Promise<T> => {
    next = null;
    return begin();
  };
  return () => {
    if (current === null) return begin();
    next ??= current.then(beginNext, beginNext);
    return next;
  };
}
