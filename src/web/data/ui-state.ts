import { create } from 'zustand';
import { safeNext } from '#domain/identity/next-path.ts';

/** The overlays above the page. At most one of login, register and reset is open; the others are independent. */
export interface UiState {
  showLogin: boolean;
  showRegister: boolean;
  showResetPassword: boolean;
  showPromo: boolean;
  /** The dialog for the code that confirms an address. */
  showConfirmEmail: boolean;
  /** The code is for a new address, which replaces the present one. */
  changesEmail: boolean;
  /** The invitation to our channel. */
  showTelegram: boolean;
  /** The question, after a star, whether to send notifications. */
  showStarQuestion: boolean;
  /** Where to go after signing in; "/" stays on the page. */
  authNext: string;
  resetEmail: string;
  resetCountdown: number;
  resetCodeSentAt: number | null;
  /** The proof and code from a mail's link; null without one. */
  resetLink: { code: string; token: string } | null;
}

const ALL_CLOSED = { showLogin: false, showRegister: false, showResetPassword: false };

export const useUiState = create<UiState>(() => ({
  ...ALL_CLOSED,
  showPromo: false,
  showConfirmEmail: false,
  changesEmail: false,
  showTelegram: false,
  showStarQuestion: false,
  authNext: '/',
  resetEmail: '',
  resetCountdown: 0,
  resetCodeSentAt: null,
  resetLink: null,
}));

/** Whether any overlay is open. */
export const isAnythingShown = (state: UiState): boolean =>
  Object.entries(state).some(([name, value]) => name.startsWith('show') && value === true);

export const openLogin = (next?: string): void => useUiState.setState({ ...ALL_CLOSED, showLogin: true, authNext: safeNext(next) });
export const openRegister = (next?: string): void => useUiState.setState({ ...ALL_CLOSED, showRegister: true, authNext: safeNext(next) });
export const openResetPassword = (email = ''): void => useUiState.setState({ ...ALL_CLOSED, showResetPassword: true, resetEmail: email });
/** Opens the reset dialog prefilled from a mail's link: only the new password is missing. */
export const openResetByLink = (resetEmail: string, resetLink: { code: string; token: string }): void =>
  useUiState.setState({ ...ALL_CLOSED, showResetPassword: true, resetEmail, resetLink });
export const closeAuth = (): void => useUiState.setState({ ...ALL_CLOSED, authNext: '/' });
export const openPromo = (): void => useUiState.setState({ showPromo: true });
export const closePromo = (): void => useUiState.setState({ showPromo: false });
export const openConfirmEmail = (): void => useUiState.setState({ showConfirmEmail: true, changesEmail: false });
export const openChangeEmail = (): void => useUiState.setState({ showConfirmEmail: true, changesEmail: true });
export const closeConfirmEmail = (): void => useUiState.setState({ showConfirmEmail: false });
export const openTelegram = (): void => useUiState.setState({ showTelegram: true });
export const closeTelegram = (): void => useUiState.setState({ showTelegram: false });
export const openStarQuestion = (): void => useUiState.setState({ showStarQuestion: true });
export const closeStarQuestion = (): void => useUiState.setState({ showStarQuestion: false });
