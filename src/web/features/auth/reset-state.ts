import { openLogin, openResetPassword, useUiState } from '#web/data/ui-state.ts';
import { nowMs } from '#web/lib/clock.ts';

/** Validity of the codes, in milliseconds (docs/rules.md#passwords-and-sessions). */
const CODE_MS = 10 * 60_000;

/** Opens the reset for the typed address, or the last one if empty. Forgets a code that was sent to another address. */
export function forgot(typed: string): void {
  const { resetEmail } = useUiState.getState();
  const email = typed.trim() || resetEmail;
  if (email !== resetEmail) clearCode();
  openResetPassword(email);
}

/** Returns to signing in, with the address and the requested page. */
export function backToSignIn(email: string): void {
  if (email.trim() !== useUiState.getState().resetEmail) clearCode();
  useUiState.setState({ resetEmail: email.trim() });
  openLogin(useUiState.getState().authNext);
}

/** Notes that a code was sent, and the seconds until the next may be requested. Outlives the dialog. */
export const codeSent = (resetEmail: string, resetCountdown: number): void =>
  useUiState.setState({ resetEmail, resetCountdown, resetCodeSentAt: nowMs(), resetLink: null });

/** Forgets a code that was used or is for another address. */
export const clearCode = (): void => useUiState.setState({ resetCountdown: 0, resetCodeSentAt: null, resetLink: null });

/** Returns whether a sent code can still be entered. */
export function isCodeAwaited(): boolean {
  const { resetCodeSentAt, resetLink } = useUiState.getState();
  if (resetLink !== null) return true;
  return resetCodeSentAt !== null && nowMs() - resetCodeSentAt < CODE_MS;
}
