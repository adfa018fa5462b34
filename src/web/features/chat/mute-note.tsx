import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { ChatMute } from '#contract/chat.ts';
import { CHAT_APPEAL_MAX } from '#domain/chat/chat.ts';
import { errorText } from '#web/data/api-error.ts';
import { DAY_AND_TIME } from '#web/lib/dates.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FormAlert } from '#web/ui/form.tsx';
import { useAppeal } from './api.ts';
import { SiteBadge } from './site-badge.tsx';

/** That the user may not write: until when, why, and what they have said or can say against it. */
export function MuteNote({ mute }: { mute: ChatMute }) {
  const t = useTranslations('chat');
  const format = useFormatter();
  const [isAppealing, setAppealing] = useState(false);
  const { until, reason, appeal } = mute;
  return (
    <div className="grid gap-1.5 rounded-control bg-raised px-3 py-2.5 text-[13px]">
      <p className="font-[620]">
        <SiteBadge /> {until === null ? t('muted_for_good') : t('muted_until', { until: format.dateTime(new Date(until), DAY_AND_TIME) })}
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
