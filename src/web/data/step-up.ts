import { create } from 'zustand';
import { useSession } from './session.ts';

/** Whether somebody is asked to prove that they own the account; the calls that wait for it go on, or not, together. */
export const useStepUp = create<{ showStepUp: boolean }>(() => ({ showStepUp: false }));

let asked: Promise<boolean> | null = null;
let tell: (isProved: boolean) => void = () => undefined;

/**
 * Asks for the password or a code, and says in the end whether one was given. Whoever asks while somebody is being asked
 * already waits for the same answer. Another user's proof proves nothing: signing out, and in as somebody else, is a no.
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

/** Ends the question with its answer; harmless when nobody is asked. */
export const endStepUp = (isProved: boolean): void => tell(isProved);
