import { useQuery } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import { useTranslations } from 'use-intl';
import { usePollingInterval } from '#web/data/live.ts';
import { overviewQuery } from '#web/data/queries.tsx';
import { BotLink, type LinkRenewal } from '#web/ui/bot-link.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import type { BindToken } from './api.ts';

interface BindDialogProps {
  token: BindToken;
  /** Whether the bot has bound the chat. */
  isBound: boolean;
  renewal: LinkRenewal;
  onClose: () => void;
}

/** Milliseconds; short, because users return from Telegram to this dialog. */
const ASK_AGAIN_MS = 3_000;

/** Offers a link, a QR code and a command for our bot; shows success as soon as the bot has bound the chat. */
export function BindDialog({ token, isBound, renewal, onClose }: BindDialogProps) {
  const t = useTranslations('telegram_bind');
  // The socket pushes the change; without one, it is polled.
  const isPolling = usePollingInterval() !== false;
  useQuery({ ...overviewQuery, refetchOnMount: false, refetchInterval: isPolling && !isBound && ASK_AGAIN_MS });
  if (isBound) {
    return (
      <Dialog open onClose={onClose} title={t('done_title')}>
        <p role="status" className="mb-4 flex gap-2.5 text-[14px]">
          <Check size={20} aria-hidden className="flex-none text-good" />
          {t('done_lead')}
        </p>
        <Button wide onClick={onClose}>
          {t('done')}
        </Button>
      </Dialog>
    );
  }
  return (
    <Dialog open onClose={onClose} title={t('title')} lead={t('lead', { bot: `@${token.bot}` })}>
      <BotLink token={token} renewal={renewal} />
    </Dialog>
  );
}
