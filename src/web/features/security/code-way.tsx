import { useTranslations } from 'use-intl';
import type { SentCode } from './api.ts';

/** Where the code went, or will go. The address stands there in full, so that whoever mistyped it can see it; a long one breaks. */
export function CodeWay({ sent, email }: { sent: SentCode | null; email: string }) {
  const t = useTranslations('security');
  return (
    <span className="wrap-anywhere">
      {sent ? t('code_sent', { address: sent.sentTo, minutes: sent.minutes }) : t('code_unsent', { address: email })}
    </span>
  );
}
