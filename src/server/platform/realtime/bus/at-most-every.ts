/** Calls at once, and where it is asked for again too soon, once more afterwards. */
export function atMostEvery(ms: number, act: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isAsked = false;
  const again = () => {
    timer = undefined;
    if (isAsked) run();
  };
  const run = () => {
    isAsked = false;
    timer = setTimeout(again, ms).unref();
    act();
  };
  return () => {
    if (timer) isAsked = true;
    else run();
  };
}
