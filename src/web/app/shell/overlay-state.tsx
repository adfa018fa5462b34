import { useEffect, useState } from 'react';
import { endStepUp, useStepUp } from '#web/data/step-up.ts';

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
