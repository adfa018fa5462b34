import { type FunctionComponent, useEffect } from 'react';
import { useMeta, useOverview } from '#web/data/queries.tsx';
import { useUser } from '#web/data/session.ts';
import { useStepUp } from '#web/data/step-up.ts';
import { useToasts } from '#web/data/toasts.ts';
import { closePromo, useUiState } from '#web/data/ui-state.ts';
import { useGoalToasts } from '#web/features/notifications/goal-toasts.ts';
import { loadAllWords } from '#web/i18n/locale-store.ts';
import { lazyPart, Nothing } from '#web/lib/lazy-part.tsx';
import { holdsAny } from '#web/lib/storage.ts';
import { DialogFailed } from '#web/ui/part-failed.tsx';
import { NoStepUp, useEver } from './overlay-state.tsx';

/** Loads and fails by itself: one that cannot be loaded does not affect the others. */
const overlay = (fetchCode: () => Promise<FunctionComponent>, failed: FunctionComponent<{ error: unknown }> = Nothing) =>
  lazyPart(fetchCode, { fallback: Nothing, failed });

/** Dialogs, and messages about a user's account, use translations that guests do not load at first. */
async function withAllWords<Code>(code: Promise<Code>): Promise<Code> {
  await loadAllWords();
  return code;
}

const MyChanges = overlay(async () => (await withAllWords(import('./my-changes.tsx'))).MyChanges);
const SignInDialog = overlay(async () => (await withAllWords(import('#web/features/auth/sign-in-dialog.tsx'))).SignInDialog, DialogFailed);
const SignUpDialog = overlay(async () => (await withAllWords(import('#web/features/auth/sign-up-dialog.tsx'))).SignUpDialog, DialogFailed);
const ResetDialog = overlay(async () => (await withAllWords(import('#web/features/auth/reset-dialog.tsx'))).ResetDialog, DialogFailed);
const PromoDialog = overlay(async () => (await withAllWords(import('#web/features/auth/promo-dialog.tsx'))).PromoDialog);
const ConfirmEmailDialog = overlay(
  async () => (await withAllWords(import('#web/features/security/confirm-email-dialog.tsx'))).ConfirmEmailDialog,
  DialogFailed,
);
const StepUpDialog = overlay(async () => (await withAllWords(import('#web/features/security/step-up-dialog.tsx'))).StepUpDialog, NoStepUp);
/** Only for users who have requested the erasure of their account. */
const CancelErasureDialog = overlay(
  async () => (await withAllWords(import('#web/features/account-closure/cancel-erasure-dialog.tsx'))).CancelErasureDialog,
);
/** Only for users who play: it measures the length of their visit. */
const PlayReminder = overlay(async () => (await withAllWords(import('#web/features/play-limits/play-reminder.tsx'))).PlayReminder);
/** Only if enabled on this device. */
const FavoriteGoals = overlay(async () => (await withAllWords(import('./favorite-goals.tsx'))).FavoriteGoals);
const StarQuestion = overlay(async () => (await withAllWords(import('#web/features/notifications/star-question.tsx'))).StarQuestion);
/** Only if this device holds tips that are not on the server yet. */
const TipSender = overlay(async () => (await import('#web/features/tipping/tip-sender.tsx')).TipSender);
/** Only for sites that have a channel. */
const TelegramPrompt = overlay(async () => (await withAllWords(import('./telegram-prompt.tsx'))).TelegramPrompt);
const Toaster = overlay(async () => (await import('#web/ui/toaster.tsx')).Toaster);

const LIKELY = [SignInDialog, SignUpDialog, ResetDialog, PromoDialog, ConfirmEmailDialog, StepUpDialog, Toaster];

/** Prefetches the overlays. Errors are ignored here: they occur again, and are shown, when an overlay opens. */
export function fetchOverlays(): void {
  for (const { load } of LIKELY) load().catch(() => undefined);
}

/** The overlays above the page. Each is loaded when it is first needed, and stays mounted for its closing animation. */
export function Overlays() {
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
  const hasTips = useEver(isSignedIn && holdsAny('tips:'));
  const isLeaving = useEver(typeof useOverview().data?.deletion_due_at === 'string');
  const hasToasts = useEver(useToasts(({ toasts }) => toasts.length > 0));
  // Applies to every way of signing in: in a dialog, or in another tab.
  useEffect(() => {
    if (isSignedIn) closePromo();
  }, [isSignedIn]);
  return (
    <>
      {isSignedIn && <MyChanges />}
      {isSignedIn && <PlayReminder />}
      {isSignedIn && hasGoals && <FavoriteGoals />}
      {isSignedIn && hasTips && <TipSender />}
      {isLeaving && <CancelErasureDialog />}
      {hasSignIn && <SignInDialog />}
      {hasSignUp && <SignUpDialog />}
      {hasReset && <ResetDialog />}
      {hasPromo && <PromoDialog />}
      {hasConfirmEmail && <ConfirmEmailDialog />}
      {hasStarQuestion && <StarQuestion />}
      {hasStepUp && <StepUpDialog />}
      {hasChannel && <TelegramPrompt />}
      {hasToasts && <Toaster />}
    </>
  );
}
