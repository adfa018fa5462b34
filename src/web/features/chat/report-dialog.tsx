import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { ChatMessage } from '#contract/chat.ts';
import { CHAT_REPORT_REASONS, type ChatReportReason } from '#domain/chat/chat.ts';
import { toast } from '#web/data/toasts.ts';
import { LEAVING, useSubmit } from '#web/lib/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FormAlert } from '#web/ui/form.tsx';
import { useReport } from './api.ts';
import { useNobody } from './message-context.ts';

/** Reports a message with a reason; closed if null. */
export function ReportDialog({ message, onClose }: { message: ChatMessage | null; onClose: () => void }) {
  const t = useTranslations('chat');
  // The content is kept during the closing animation.
  const [shown, setShown] = useState(message);
  if (message !== null && message !== shown) setShown(message);
  return (
    <Dialog open={message !== null} onClose={onClose} title={t('report_title')} lead={t('report_lead')}>
      {shown && <ReportForm key={shown.id} message={shown} onDone={onClose} />}
    </Dialog>
  );
}

function ReportForm({ message, onDone }: { message: ChatMessage; onDone: () => void }) {
  const t = useTranslations('chat');
  const nobody = useNobody();
  const [reason, setReason] = useState<ChatReportReason>('spam');
  const report = useReport();
  const { form, problems, isBusy } = useSubmit({
    send: async () => {
      await report.mutateAsync({ id: message.id, reason });
      toast('success', t('reported'));
      onDone();
      return LEAVING;
    },
  });
  return (
    <form {...form} className="grid gap-3">
      <blockquote className="max-h-28 overflow-y-auto rounded-control bg-raised px-3 py-2 text-[13px]">
        <p className="sr-only">{t('report_of', { name: message.author?.name ?? nobody })}</p>
        <p dir="auto" className="whitespace-pre-wrap wrap-anywhere [unicode-bidi:isolate]">
          {message.text}
        </p>
      </blockquote>
      <fieldset className="grid">
        <legend className="sr-only">{t('report_title')}</legend>
        {CHAT_REPORT_REASONS.map((one) => (
          <label key={one} className="flex min-h-11 cursor-pointer items-center gap-2.5">
            <input
              type="radio"
              name="reason"
              value={one}
              checked={one === reason}
              onChange={() => setReason(one)}
              className="size-[18px] flex-none accent-[var(--accent)]"
            />
            {t(`reasons.${one}`)}
          </label>
        ))}
      </fieldset>
      <FormAlert message={problems.form} />
      <Button type="submit" wide busy={isBusy}>
        {t('report_send')}
      </Button>
    </form>
  );
}
