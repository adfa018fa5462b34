import { type ComponentType, type ReactNode, Suspense, useEffect, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { endStepUp, useStepUp } from '#web/data/step-up.ts';

/** Each overlay loads and fails by itself: one that cannot be loaded does not affect the others. */
export const Later = ({ Overlay, instead = null }: { Overlay: ComponentType; instead?: ReactNode }) => (
  <ErrorBoundary fallback={instead}>
    <Suspense>
      <Overlay />
    </Suspense>
  </ErrorBoundary>
);

/** Without the dialog, pending step-ups are refused instead of waiting. */
export function NoStepUp() {
  const isAsked = useStepUp(({ showStepUp }) => showStepUp);
  useEffect(() => {
    if (isAsked) endStepUp(false);
  }, [isAsked]);
  return null;
}

/** Whether the condition has ever been true. */
export function useEver(isSo: boolean): boolean {
  const [wasSo, setWasSo] = useState(isSo);
  if (isSo && !wasSo) setWasSo(true);
  return wasSo || isSo;
}
