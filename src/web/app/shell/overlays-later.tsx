import { type ComponentType, type ReactNode, Suspense, useEffect, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { endStepUp, useStepUp } from '#web/data/step-up.ts';

/** Each waits, and fails, by itself: one that cannot be fetched takes nothing else with it. */
export const Later = ({ Overlay, instead = null }: { Overlay: ComponentType; instead?: ReactNode }) => (
  <ErrorBoundary fallback={instead}>
    <Suspense>
      <Overlay />
    </Suspense>
  </ErrorBoundary>
);

/** Where nobody can be asked, nobody waits for an answer. */
export function NoStepUp() {
  const isAsked = useStepUp(({ showStepUp }) => showStepUp);
  useEffect(() => {
    if (isAsked) endStepUp(false);
  }, [isAsked]);
  return null;
}

/** Whether something has been so, once. */
export function useEver(isSo: boolean): boolean {
  const [wasSo, setWasSo] = useState(isSo);
  if (isSo && !wasSo) setWasSo(true);
  return wasSo || isSo;
}
