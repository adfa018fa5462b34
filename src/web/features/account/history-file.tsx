import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { pointsHistoryFile } from '#contract/account.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { errorText } from '#web/lib/api-error.ts';
import { callForFile } from '#web/lib/call.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { toast } from '#web/lib/toasts.ts';
import { Button } from '#web/ui/button.tsx';

/** Saves the whole history that the filters leave, also what is beyond the last page. */
export function HistoryFile({ filters, disabled }: { filters: InputOf<typeof pointsHistoryFile>; disabled?: boolean }) {
  const t = useTranslations('account');
  const save = useMutation({
    mutationFn: async () => saveFile(await callForFile(pointsHistoryFile, filters), 'points-history.csv'),
    onError: (error) => toast('error', `${t('save_csv_failed')} ${errorText(error)}`),
  });
  return (
    <Button size="s" look="quiet" busy={save.isPending} disabled={disabled} onClick={() => save.mutate()}>
      <Download size={15} aria-hidden />
      {t('save_csv')}
    </Button>
  );
}
