import Check from 'lucide-react/icons/check';
import { useTranslations } from 'use-intl';
import { BotLink, type BotToken, type LinkRenewal } from '#web/ui/bot-link.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

interface AlertChatDialogProps {
  token: BotToken;
  /** Whether the bot has linked the chat. */
  isLinked: boolean;
  renewal: LinkRenewal;
  onClose: () => void;
}

/** Offers a link, a QR code and a command for our bot; shows success as soon as the bot has linked the chat. */
export function AlertChatDialog({ token, isLinked, renewal, onClose }: AlertChatDialogProps) {
  const t = useTranslations();
  if (!isLinked) {
    return (
      <Dialog open onClose={onClose} title={t('telegram_bind.title')} lead={t('telegram_bind.lead', { bot: `@${token.bot}` })}>
        <BotLink token={token} renewal={renewal} />
      </Dialog>
    );
  }
  return (
    <Dialog open onClose={onClose} title={t('telegram_bind.done_title')}>
      <p role="status" className="mb-4 flex gap-2.5 text-[14px]">
        <Check size={20} aria-hidden className="flex-none text-good" />
        {t('admin_alerts.connected_lead')}
      </p>
      <Button wide onClick={onClose}>
        {t('telegram_bind.done')}
      </Button>
    </Dialog>
  );
}
