import { type ReactNode, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { ChatMute } from '#contract/chat.ts';
import { CHAT_APPEAL_MAX } from '#domain/chat/chat.ts';
import { errorText } from '#web/data/api-error.ts';
import { LIVE_URL, useLiveStatus, usePollingInterval } from '#web/data/live.ts';
import { useAwayUntil } from '#web/data/play-limits.ts';
import { useOverview } from '#web/data/queries.tsx';
import { useUser } from '#web/data/session.ts';
import { openConfirmEmail, openLogin } from '#web/data/ui-state.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FormAlert } from '#web/ui/form.tsx';
import { useAppeal, useMute } from './api.ts';
import { SiteBadge } from './message-parts.tsx';
import type { RoomPage } from './room-view.ts';
import { type ChatStatus, isWritable } from './use-room.ts';

interface ChatFootProps {
  status: ChatStatus;
  /** Whether operators have the chat switched on. */
  isOn: boolean;
  /** Whether the room has no messages. */
  isEmpty: boolean;
  slowSeconds: number;
  /** In a group's room, the user's mute there (null: none); undefined in a match's room. */
  groupMute: RoomPage['group_mute'];
  /** The composer. */
  children: ReactNode;
}

/** Below the messages: the composer, or why the user cannot write and what to do about it; and the state of the connection. */
export function ChatFoot({ status, isOn, isEmpty, slowSeconds, groupMute, children }: ChatFootProps) {
  const t = useTranslations('chat');
  return (
    // Without a log above, the border below the head is enough.
    <footer className="grid flex-none gap-2 border-t border-line p-3 [header+&]:border-t-0">
      <ConnectionNote status={status} />
      {status === 'idle' && <Note>{t('idle_note')}</Note>}
      {status === 'closed' && <Note>{t(isOn ? (isEmpty ? 'closed_empty_note' : 'closed_note') : 'off_note')}</Note>}
      {isWritable(status) && (
        <WhoMayWrite slowSeconds={slowSeconds} groupMute={groupMute}>
          {children}
        </WhoMayWrite>
      )}
    </footer>
  );
}

const Note = ({ children }: { children: ReactNode }) => <p className="px-1 text-[13px] text-muted">{children}</p>;

/** Says that messages arrive late, or by polling only. */
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

/** In seconds. The usual slow mode is not announced. */
const SLOW_SECONDS_USUAL = 2;

function WhoMayWrite({ slowSeconds, groupMute, children }: Pick<ChatFootProps, 'slowSeconds' | 'groupMute' | 'children'>) {
  const t = useTranslations('chat');
  const user = useUser();
  const mute = useMute();
  const overview = useOverview().data;
  const awayUntil = useAwayUntil();
  if (user === null) return <Ask text={t('sign_in')} action={t('sign_in_action')} onAct={() => openLogin()} />;
  // Talking with friends is no play.
  if (awayUntil !== null && groupMute === undefined) return <Note>{t('refused.self_excluded')}</Note>;
  if (mute !== null) return <MuteNote mute={mute} />;
  if (groupMute) return <GroupMuteNote until={groupMute.until} />;
  if (overview && !canBeReached(overview)) return <Ask text={t('confirm')} action={t('confirm_action')} onAct={openConfirmEmail} />;
  return (
    <>
      {slowSeconds > SLOW_SECONDS_USUAL && <Note>{t('slow', { seconds: slowSeconds })}</Note>}
      {children}
    </>
  );
}

/** Returns whether the user has a verified email, phone or Telegram account; the server checks the same. */
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

/** Says that the owner or a helper of the group muted the user there. */
function GroupMuteNote({ until }: { until: string | null }) {
  const t = useTranslations('chat');
  const format = useFormatter();
  return (
    <Note>
      {until === null ? t('group.muted_for_good') : t('group.muted_until', { until: format.dateTime(new Date(until), 'day_time') })}
    </Note>
  );
}

/** Shows a mute: until when, why, and the user's appeal or a form for it. */
function MuteNote({ mute }: { mute: ChatMute }) {
  const t = useTranslations('chat');
  const format = useFormatter();
  const [isAppealing, setAppealing] = useState(false);
  const { until, reason, appeal } = mute;
  return (
    <div className="grid gap-1.5 rounded-control bg-raised px-3 py-2.5 text-[13px]">
      <p className="font-[620]">
        <SiteBadge /> {until === null ? t('muted_for_good') : t('muted_until', { until: format.dateTime(new Date(until), 'day_time') })}
      </p>
      {reason !== '' && <p className="max-h-20 overflow-y-auto text-muted wrap-anywhere">{t('muted_reason', { reason })}</p>}
      {appeal?.state === 'open' && <p className="text-muted">{t('appeal_open')}</p>}
      {appeal?.state === 'refused' && <p className="text-muted">{t('appeal_refused')}</p>}
      {appeal?.answer && (
        <p className="max-h-20 overflow-y-auto text-muted wrap-anywhere">{t('appeal_answer', { answer: appeal.answer })}</p>
      )}
      {appeal === null && (
        <Button look="quiet" size="s" className="justify-self-start" onClick={() => setAppealing(true)}>
          {t('appeal')}
        </Button>
      )}
      <Dialog open={isAppealing} onClose={() => setAppealing(false)} title={t('appeal_title')} lead={t('appeal_lead')}>
        <AppealForm onDone={() => setAppealing(false)} />
      </Dialog>
    </div>
  );
}

function AppealForm({ onDone }: { onDone: () => void }) {
  const t = useTranslations('chat');
  const [text, setText] = useState('');
  const appeal = useAppeal();
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') appeal.mutate(text.trim(), { onSuccess: onDone });
      }}
    >
      <label className="grid gap-1.5 text-[12.5px] font-[550] text-muted">
        {t('appeal_text')}
        <textarea
          rows={5}
          dir="auto"
          value={text}
          maxLength={CHAT_APPEAL_MAX}
          required
          onChange={(event) => setText(event.target.value)}
          className="rounded-control border border-line-strong bg-bg px-3 py-2.5 text-[16px] font-normal text-text md:text-[14px]"
        />
      </label>
      <FormAlert message={appeal.error && errorText(appeal.error)} />
      <Button type="submit" wide busy={appeal.isPending} disabled={text.trim() === ''}>
        {t('appeal_send')}
      </Button>
    </form>
  );
}
