import { useTranslations } from 'use-intl';
import { errorText } from '#web/lib/api-error.ts';
import { toast } from '#web/lib/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { useTurnOff } from './api.ts';

export function TurnOffDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useTranslations('two_factor');
  const turnOff = useTurnOff();
  const submit = () =>
    turnOff.mutate(undefined, {
      onSuccess: () => {
        toast('success', t('turned_off'));
        onClose();
      },
    });
  return (
    <Dialog open={isOpen} onClose={onClose} title={t('turn_off_title')} lead={t('turn_off_lead')}>
      <div className="grid gap-2">
        <FormAlert message={turnOff.error && errorText(turnOff.error)} />
        <Button wide look="danger" busy={turnOff.isPending} onClick={submit}>
          {t('turn_off')}
        </Button>
        <Button wide look="plain" onClick={onClose}>
          {t('cancel')}
        </Button>
      </div>
    </Dialog>
  );
}
