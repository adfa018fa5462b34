import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { errorText } from '#web/lib/api-error.ts';
import { toast } from '#web/lib/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { useExport } from './api.ts';
import { DeleteDialog } from './delete-dialog.tsx';

/** All that is kept about the user, to take along, and the way out. `onLeft` signs this device out. */
export function DataCard({ onLeft }: { onLeft: () => void }) {
  const t = useTranslations('leaving');
  const save = useExport();
  const [isAsking, setAsking] = useState(false);
  return (
    <Card title={t('heading')}>
      <p className="max-w-[60ch] text-[13px] text-muted">{t('export_hint')}</p>
      <div className="mt-3 grid gap-3">
        <FormAlert message={save.error && `${t('export_failed')} ${errorText(save.error)}`} />
        <div>
          <Button
            size="s"
            look="quiet"
            busy={save.isPending}
            onClick={() => save.mutate(undefined, { onSuccess: () => toast('success', t('exported')) })}
          >
            {t('export')}
          </Button>
        </div>
      </div>
      <p className="mt-5 max-w-[60ch] border-t border-line pt-4 text-[13px] text-muted">{t('delete_hint')}</p>
      <Button size="s" look="danger" className="mt-3" onClick={() => setAsking(true)}>
        {t('delete')}
      </Button>
      <DeleteDialog isOpen={isAsking} onClose={() => setAsking(false)} onLeft={onLeft} />
    </Card>
  );
}
