import { openLogin, openResetPassword, useUiState } from '#web/data/ui-state.ts';
import { nowMs } from '#web/lib/clock.ts';

/** How long the codes that we send are good for (docs/rules.md#passwords-and-sessions). */
const CODE_MS = 10 * 60_000;

/** Opens the reset for an address, or for the last one where none was typed. A code that was sent to another address is forgotten. */
export function forgot(typed: string): void {
  const { resetEmail } = useUiState.getState();
  const email = typed.trim() || resetEmail;
  if (email !== resetEmail) clearCode();
  openResetPassword(email);
}

/** Back to signing in, with the address and to where one wanted to go. */
export function backToSignIn(email: string): void {
  if (email.trim() !== useUiState.getState().resetEmail) clearCode();
  useUiState.setState({ resetEmail: email.trim() });
  openLogin(useUiState.getState().authNext);
}

/** A code is on its way to the address; the next may be asked for after so many seconds. It outlives the dialog. */
export const codeSent = (resetEmail: string, resetCountdown: number): void =>
  useUiState.setState({ resetEmail, resetCountdown, resetCodeSentAt: nowMs(), resetLink: null });

/** The code was used, or is for another address. */
export const clearCode = (): void => useUiState.setState({ resetCountdown: 0, resetCodeSentAt: null, resetLink: null });

/** Whether a code that was sent can still be typed in. */
export function isCodeAwaited(): boolean {
  const { resetCodeSentAt, resetLink } = useUiState.getState();
  if (resetLink !== null) return true;
  return resetCodeSentAt !== null && nowMs() - resetCodeSentAt < CODE_MS;
}
