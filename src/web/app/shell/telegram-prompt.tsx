import Send from 'lucide-react/icons/send';
import { useTranslations } from 'use-intl';
import { useMeta } from '#web/data/queries.tsx';
import { closeTelegram, openTelegram, useUiState } from '#web/data/ui-state.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

/**
 * The way to our channel: a floating button on pages without a list column or slip of their own, and the dialog with the link. On the phone
 * it stays clear of the navigation, and of a bar above it.
 */
export function TelegramPrompt() {
  const t = useTranslations('telegram');
  const url = useMeta()?.telegram_channel_url;
  const isOpen = useUiState(({ showTelegram }) => showTelegram);
  if (!url) return null;
  return (
    <>
      <button
        type="button"
        aria-label={t('button')}
        aria-haspopup="dialog"
        onClick={openTelegram}
        className="in-data-[keyboard]:hidden fixed bottom-[calc(78px+env(safe-area-inset-bottom))] left-[calc(12px+env(safe-area-inset-left))] z-10 grid size-11 place-items-center rounded-full border border-line-strong bg-raised text-home transition-colors hover:bg-surface in-data-[bar-above-nav]:max-md:bottom-[calc(147px+env(safe-area-inset-bottom))] md:bottom-[calc(16px+env(safe-area-inset-bottom))]"
      >
        <Send size={19} aria-hidden className="-translate-x-px translate-y-px" />
      </button>
      <Dialog open={isOpen} onClose={closeTelegram} title={t('title')} lead={t('lead')}>
        <div className="grid gap-2">
          <Button wide asChild>
            <a href={url} target="_blank" rel="noopener noreferrer" onClick={closeTelegram}>
              {t('join')}
            </a>
          </Button>
          <Button wide look="plain" onClick={closeTelegram}>
            {t('later')}
          </Button>
        </div>
      </Dialog>
    </>
  );
}
