import { useTranslations } from 'use-intl';
import { errorText } from '#web/lib/api-error.ts';
import { toast } from '#web/lib/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { useUnbind } from './api.ts';

interface UnbindDialogProps {
  isOpen: boolean;
  identifier: string;
  onClose: () => void;
}

export function UnbindDialog({ isOpen, identifier, onClose }: UnbindDialogProps) {
  const t = useTranslations('telegram_bind');
  const unbind = useUnbind();
  const close = () => {
    unbind.reset();
    onClose();
  };
  const submit = () =>
    unbind.mutate(undefined, {
      onSuccess: () => {
        toast('success', t('unbound'));
        close();
      },
    });
  return (
    <Dialog open={isOpen} onClose={close} title={t('unbind_title')} lead={t('unbind_lead', { identifier })}>
      <div className="grid gap-2">
        <FormAlert message={unbind.error && errorText(unbind.error)} />
        <Button wide look="danger" busy={unbind.isPending} onClick={submit}>
          {t('unbind')}
        </Button>
        <Button wide look="plain" onClick={close}>
          {t('cancel')}
        </Button>
      </div>
    </Dialog>
  );
}
