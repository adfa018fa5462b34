import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { LIVE_URL, useLiveStatus, usePollingInterval } from '#web/data/live.ts';
import { useAwayUntil } from '#web/data/play-limits.ts';
import { useOverview } from '#web/data/queries.tsx';
import { useUser } from '#web/data/session.ts';
import { openConfirmEmail, openLogin } from '#web/data/ui-state.ts';
import { Button } from '#web/ui/button.tsx';
import { useMute } from './api.ts';
import { type ChatStatus, isWritable } from './chat-status.ts';
import { MuteNote } from './mute-note.tsx';

interface ChatFootProps {
  status: ChatStatus;
  /** Whether operators have the chat open for everybody. */
  isOn: boolean;
  /** Nothing was said. */
  isEmpty: boolean;
  slowSeconds: number;
  /** Where one writes. */
  children: ReactNode;
}

/** Below what was said: where one writes, or why one cannot and what to do about it; and what the connection is worth. */
export function ChatFoot({ status, isOn, isEmpty, slowSeconds, children }: ChatFootProps) {
  const t = useTranslations('chat');
  return (
    // Where nothing stands between, the line below the head is enough.
    <footer className="grid flex-none gap-2 border-t border-line p-3 [header+&]:border-t-0">
      <ConnectionNote status={status} />
      {status === 'idle' && <Note>{t('idle_note')}</Note>}
      {status === 'closed' && <Note>{t(isOn ? (isEmpty ? 'closed_empty_note' : 'closed_note') : 'off_note')}</Note>}
      {isWritable(status) && <WhoMayWrite slowSeconds={slowSeconds}>{children}</WhoMayWrite>}
    </footer>
  );
}

const Note = ({ children }: { children: ReactNode }) => <p className="px-1 text-[13px] text-muted">{children}</p>;

/** That messages come late, or by asking alone. */
function ConnectionNote({ status }: { status: ChatStatus }) {
  const t = useTranslations();
  const { status: live, isDegraded } = useLiveStatus();
  const interval = usePollingInterval();
  if (live === 'polling' && status === 'error') {
    const reason = t(LIVE_URL === null ? 'errors.ws_url_missing' : 'errors.connection_error');
    return (
      <p role="status" className="px-1 text-[12.5px] text-bad">
        {reason} {interval !== false && t('chat.polling_note', { seconds: interval / 1_000 })}
      </p>
    );
  }
  return isDegraded && status === 'open' ? <Note>{t('chat.degraded_note')}</Note> : null;
}

/** The slow mode of a room that is not crowded is no news. */
const SLOW_SECONDS_USUAL = 2;

function WhoMayWrite({ slowSeconds, children }: { slowSeconds: number; children: ReactNode }) {
  const t = useTranslations('chat');
  const user = useUser();
  const mute = useMute();
  const overview = useOverview().data;
  const awayUntil = useAwayUntil();
  if (user === null) return <Ask text={t('sign_in')} action={t('sign_in_action')} onAct={() => openLogin()} />;
  if (awayUntil !== null) return <Note>{t('refused.self_excluded')}</Note>;
  if (mute !== null) return <MuteNote mute={mute} />;
  if (overview && !canBeReached(overview)) return <Ask text={t('confirm')} action={t('confirm_action')} onAct={openConfirmEmail} />;
  return (
    <>
      {slowSeconds > SLOW_SECONDS_USUAL && <Note>{t('slow', { seconds: slowSeconds })}</Note>}
      {children}
    </>
  );
}

/** As the server judges it: an address, a phone or a Telegram account that is the user's. */
const canBeReached = ({
  profile,
  telegram_bound,
}: {
  profile: { email_verified: boolean; phone_verified: boolean };
  telegram_bound: boolean;
}): boolean => profile.email_verified || profile.phone_verified || telegram_bound;

const Ask = ({ text, action, onAct }: { text: string; action: string; onAct: () => void }) => (
  <div className="flex items-center justify-between gap-3">
    <Note>{text}</Note>
    <Button size="s" className="flex-none" onClick={onAct}>
      {action}
    </Button>
  </div>
);
