import type { MouseEvent } from 'react';
import { useTranslations } from 'use-intl';
import { CHAT_REFUSALS } from '#contract/chat.ts';
import { ApiError, errorText } from '#web/data/api-error.ts';
import { openConfirmEmail, openLogin } from '#web/data/ui-state.ts';
import type { OwnMessage } from './own-messages.ts';
import { usePauseSeconds } from './use-pause.ts';

type Refusal = (typeof CHAT_REFUSALS)[number];

/** Why a message was not taken, where the chat has words of its own for it: the connection and a request are answered alike. */
const refusalOf = (error: unknown): Refusal | null =>
  error instanceof ApiError ? (CHAT_REFUSALS.find((code) => code === error.code) ?? null) : null;

interface FailureProps {
  own: OwnMessage;
  onAgain: () => void;
  onDiscard: () => void;
}

/** Why a message was not sent, and what can be done about it. */
export function Failure({ own, onAgain, onDiscard }: FailureProps) {
  const t = useTranslations('chat');
  const code = refusalOf(own.error);
  const seconds = usePauseSeconds(own.room);
  return (
    <div role="alert" className="mt-1 grid gap-1 text-[13px]">
      <p className="text-bad">
        {code === null ? errorText(own.error, 'chat_failed') : t(`refused.${code}`)}
        {/* Not spoken anew every second. */}
        {seconds > 0 && <span aria-live="off"> {t('retry_in', { seconds })}</span>}
      </p>
      <p className="flex flex-wrap gap-x-4 gap-y-1">
        {code === 'login_required' && <Action onClick={() => openLogin()}>{t('sign_in_action')}</Action>}
        {code === 'contact_unconfirmed' && <Action onClick={openConfirmEmail}>{t('confirm_action')}</Action>}
        <Action onClick={leaving(onAgain)} isWaiting={seconds > 0}>
          {t('again')}
        </Action>
        <Action onClick={leaving(onDiscard)}>{t('discard')}</Action>
      </p>
    </div>
  );
}

/** The button goes with what it does; whoever pressed it by the keyboard goes on in the log. */
const leaving = (act: () => void) => (event: MouseEvent) => {
  (event.currentTarget.closest('[role="log"]') as HTMLElement | null)?.focus({ preventScroll: true });
  act();
};

/** It stays in the order of focus while it has to wait. */
function Action({ onClick, isWaiting = false, children }: { onClick: (event: MouseEvent) => void; isWaiting?: boolean; children: string }) {
  return (
    <button
      type="button"
      aria-disabled={isWaiting || undefined}
      onClick={(event) => !isWaiting && onClick(event)}
      className="thumb font-semibold text-accent hover:underline aria-disabled:cursor-default aria-disabled:text-muted aria-disabled:no-underline"
    >
      {children}
    </button>
  );
}
