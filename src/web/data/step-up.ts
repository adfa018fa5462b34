import { create } from 'zustand';
import { useSession } from './session.ts';

/** Whether the step-up dialog is open; all calls waiting for it continue, or fail, together. */
export const useStepUp = create<{ showStepUp: boolean }>(() => ({ showStepUp: false }));

let asked: Promise<boolean> | null = null;
let tell: (isProved: boolean) => void = () => undefined;

/**
 * Asks for the password or a code; resolves to whether it was given. Further callers share the pending question. Another user's proof does
 * not count: signing out, or in as somebody else, resolves to false.
 */
export function askStepUp(): Promise<boolean> {
  asked ??= ask().finally(() => {
    asked = null;
  });
  return asked;
}

async function ask(): Promise<boolean> {
  const { user } = useSession.getState();
  const answered = new Promise<boolean>((resolve) => {
    tell = resolve;
  });
  const stop = useSession.subscribe((now) => {
    if (now.token === '' || (user !== null && now.user?.id !== user.id)) endStepUp(false);
  });
  useStepUp.setState({ showStepUp: true });
  try {
    return await answered;
  } finally {
    stop();
    useStepUp.setState({ showStepUp: false });
  }
}

/** Answers the pending question; no effect without one. */
export const endStepUp = (isProved: boolean): void => tell(isProved);
