import { lazy, useEffect } from 'react';
import { useMeta, useOverview } from '#web/data/queries.tsx';
import { useUser } from '#web/data/session.ts';
import { useStepUp } from '#web/data/step-up.ts';
import { useToasts } from '#web/data/toasts.ts';
import { closePromo, useUiState } from '#web/data/ui-state.ts';
import { useGoalToasts } from '#web/features/notifications/goal-toasts.ts';
import { loadAllWords } from '#web/i18n/locale-store.ts';
import { Later, NoStepUp, useEver } from './overlays-later.tsx';

const LOADERS = {
  signIn: async () => ({ default: (await withAllWords(import('#web/features/auth/sign-in-dialog.tsx'))).SignInDialog }),
  signUp: async () => ({ default: (await withAllWords(import('#web/features/auth/sign-up-dialog.tsx'))).SignUpDialog }),
  resetPassword: async () => ({ default: (await withAllWords(import('#web/features/auth/reset-dialog.tsx'))).ResetDialog }),
  promo: async () => ({ default: (await withAllWords(import('#web/features/auth/promo-dialog.tsx'))).PromoDialog }),
  confirmEmail: async () => ({
    default: (await withAllWords(import('#web/features/security/confirm-email-dialog.tsx'))).ConfirmEmailDialog,
  }),
  stepUp: async () => ({ default: (await withAllWords(import('#web/features/security/step-up-dialog.tsx'))).StepUpDialog }),
  toasts: async () => ({ default: (await import('#web/ui/toaster.tsx')).Toaster }),
};

/** Prefetches the overlays. Errors are ignored here: they occur again, and are shown, when an overlay opens. */
export function fetchOverlays(): void {
  for (const load of Object.values(LOADERS)) load().catch(() => undefined);
}

/** Dialogs use all translations. */
async function withAllWords<T>(code: Promise<T>): Promise<T> {
  await loadAllWords();
  return code;
}

/** Messages about a user's account use translations that guests do not load. */
const MyChanges = lazy(async () => ({ default: (await withAllWords(import('./my-changes.tsx'))).MyChanges }));
const SignInDialog = lazy(LOADERS.signIn);
const SignUpDialog = lazy(LOADERS.signUp);
const ResetDialog = lazy(LOADERS.resetPassword);
const PromoDialog = lazy(LOADERS.promo);
const ConfirmEmailDialog = lazy(LOADERS.confirmEmail);
const StepUpDialog = lazy(LOADERS.stepUp);
/** Only for users who have requested the erasure of their account. */
const CancelErasureDialog = lazy(async () => ({
  default: (await withAllWords(import('#web/features/account-closure/cancel-erasure-dialog.tsx'))).CancelErasureDialog,
}));
/** Only for users who play: it measures the length of their visit. */
const PlayReminder = lazy(async () => ({
  default: (await withAllWords(import('#web/features/play-limits/play-reminder.tsx'))).PlayReminder,
}));
/** Only if enabled on this device. */
const FavoriteGoals = lazy(async () => ({ default: (await withAllWords(import('./favorite-goals.tsx'))).FavoriteGoals }));
const StarQuestion = lazy(async () => ({
  default: (await withAllWords(import('#web/features/notifications/star-question.tsx'))).StarQuestion,
}));
/** Only for sites that have a channel. */
const TelegramPrompt = lazy(async () => ({ default: (await withAllWords(import('./telegram-prompt.tsx'))).TelegramPrompt }));
const Toaster = lazy(LOADERS.toasts);

/** The overlays above the page. Each is loaded when it is first needed, and stays mounted for its closing animation. */
export function OverlaysOpened() {
  const hasSignIn = useEver(useUiState(({ showLogin }) => showLogin));
  const hasSignUp = useEver(useUiState(({ showRegister }) => showRegister));
  const hasReset = useEver(useUiState(({ showResetPassword }) => showResetPassword));
  const hasPromo = useEver(useUiState(({ showPromo }) => showPromo));
  const hasConfirmEmail = useEver(useUiState(({ showConfirmEmail }) => showConfirmEmail));
  const hasStarQuestion = useEver(useUiState(({ showStarQuestion }) => showStarQuestion));
  const hasGoals = useGoalToasts(({ isOn }) => isOn);
  const hasStepUp = useEver(useStepUp(({ showStepUp }) => showStepUp));
  const hasChannel = Boolean(useMeta()?.telegram_channel_url);
  const isSignedIn = useUser() !== null;
  const isLeaving = useEver(typeof useOverview().data?.deletion_due_at === 'string');
  const hasToasts = useEver(useToasts(({ toasts }) => toasts.length > 0));
  // Applies to every way of signing in: in a dialog, or in another tab.
  useEffect(() => {
    if (isSignedIn) closePromo();
  }, [isSignedIn]);
  return (
    <>
      {isSignedIn && <Later Overlay={MyChanges} />}
      {isSignedIn && <Later Overlay={PlayReminder} />}
      {isSignedIn && hasGoals && <Later Overlay={FavoriteGoals} />}
      {isLeaving && <Later Overlay={CancelErasureDialog} />}
      {hasSignIn && <Later Overlay={SignInDialog} />}
      {hasSignUp && <Later Overlay={SignUpDialog} />}
      {hasReset && <Later Overlay={ResetDialog} />}
      {hasPromo && <Later Overlay={PromoDialog} />}
      {hasConfirmEmail && <Later Overlay={ConfirmEmailDialog} />}
      {hasStarQuestion && <Later Overlay={StarQuestion} />}
      {hasStepUp && <Later Overlay={StepUpDialog} instead={<NoStepUp />} />}
      {hasChannel && <Later Overlay={TelegramPrompt} />}
      {hasToasts && <Later Overlay={Toaster} />}
    </>
  );
}
