import { type ElementType, type FunctionComponent, lazy, Suspense, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';

interface LazyPartOptions<Props> {
  /** Shown while the code loads. Gets the part's properties. */
  fallback: FunctionComponent<Props>;
  /** Shown if the code cannot be loaded or the part crashes; without it, the nearest `ErrorBoundary` above shows its own. */
  failed?: FunctionComponent<Props & { error: unknown }>;
}

export type LazyPart<Props> = FunctionComponent<Props> & {
  /** Loads the code in advance. Rejects if that fails; the part itself tries again. */
  load: () => Promise<unknown>;
  /** Whether its code has been loaded, so that it is shown at once. */
  isLoaded: () => boolean;
};

/** For parts that show nothing while they load, or if that fails. */
export const Nothing = () => null;
export const QUIET = { fallback: Nothing, failed: Nothing };

/**
 * Returns a component whose code is loaded when it is first shown, or before by `load`. Each has a `Suspense` of its own, because Preact's
 * may stay empty if its children are replaced while it waits for them.
 */
export function lazyPart<Props extends object>(
  fetchPart: () => Promise<FunctionComponent<Props>>,
  { fallback: Fallback, failed: Failed }: LazyPartOptions<NoInfer<Props>>,
): LazyPart<Props> {
  let ready: FunctionComponent<Props> | null = null;
  const load = async () => {
    ready ??= await fetchPart();
    return ready;
  };
  const later = () => lazy(async () => ({ default: await load().catch(askAgain) }));
  // A lazy component keeps a failure: the next time that the part is shown, it needs another component.
  const askAgain = (error: unknown) => {
    Later = later();
    throw error;
  };
  let Later = later();

  function Part(props: Props) {
    // Loaded code is rendered at once: a lazy component would first show its fallback.
    const [Shown] = useState<ElementType>(() => ready ?? Later);
    const part = (
      <Suspense fallback={<Fallback {...props} />}>
        <Shown {...props} />
      </Suspense>
    );
    return Failed ? <ErrorBoundary fallbackRender={({ error }) => <Failed {...props} error={error} />}>{part}</ErrorBoundary> : part;
  }
  Part.load = load;
  Part.isLoaded = () => ready !== null;
  return Part;
}
