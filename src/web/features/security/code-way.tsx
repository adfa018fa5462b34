import { useTranslations } from 'use-intl';
import type { CodeContact, SentCode } from './api.ts';

/** Where the code went, or will go. The address stands there in full, so that whoever mistyped it can see it; a long one breaks. */
export function CodeWay({ sent, contact }: { sent: SentCode | null; contact: CodeContact }) {
  const t = useTranslations('security');
  const { channel, to } = sent ?? contact;
  const address = to ?? '';
  return (
    <span className="wrap-anywhere">
      {sent ? t(`code_sent.${channel}`, { address, minutes: sent.minutes }) : t(`code_unsent.${channel}`, { address })}
    </span>
  );
}
