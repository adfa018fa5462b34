import { useTranslations } from 'use-intl';
import { copyText } from '#web/lib/sharing.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

/** Shows a secret once, to be copied. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const t = useTranslations('webhooks');
  return (
    <Dialog open onClose={onClose} title={t('secret_title')} lead={t('secret_lead')}>
      <div className="grid gap-3">
        <p className="rounded-control border border-line bg-bg px-3 py-2 text-[13px] break-all select-all">
          <span className="sr-only">{t('secret')}: </span>
          {secret}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button className="flex-1" onClick={() => void copyText(secret)}>
            {t('copy')}
          </Button>
          <Button className="flex-1" look="quiet" onClick={onClose}>
            {t('secret_kept')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
