import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { LinkedAccount } from '#contract/oauth.ts';
import { ApiError, errorText } from '#web/data/api-error.ts';
import { PROVIDER_NAMES } from '#web/data/oauth.ts';
import { toast } from '#web/data/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FormAlert } from '#web/ui/form.tsx';
import { useUnlink } from './api.ts';

interface UnlinkDialogProps {
  account: LinkedAccount;
  /** There is no password and no other account to sign in with. */
  isLastWay: boolean;
  isOpen: boolean;
  onClose: () => void;
  /** Where a password is set. */
  passwordField: () => HTMLElement | null;
}

/** Unlinks an account, when that was meant. The only way in stays: there a password comes first. */
export function UnlinkDialog({ account: { id, type, identifier }, isLastWay, isOpen, onClose, passwordField }: UnlinkDialogProps) {
  const t = useTranslations('oauth');
  const provider = PROVIDER_NAMES[type];
  const unlink = useUnlink();
  const leadsToPassword = useRef(false);
  // Another device may have taken the other way away.
  const isLast = isLastWay || (unlink.error instanceof ApiError && unlink.error.code === 'last_sign_in_method');

  function close() {
    onClose();
    unlink.reset();
  }

  async function submit() {
    try {
      await unlink.mutateAsync(id);
      toast('success', t('unlinked', { provider }));
      close();
    } catch {
      // The dialog says why.
    }
  }

  if (isLast) {
    return (
      <Dialog
        open={isOpen}
        onClose={close}
        title={t('last_title')}
        lead={t('last_lead', { provider })}
        focusAfter={() => (leadsToPassword.current ? passwordField() : null)}
      >
        <div className="grid gap-2">
          <Button
            wide
            onClick={() => {
              leadsToPassword.current = true;
              close();
            }}
          >
            {t('set_password')}
          </Button>
          <Button wide look="plain" onClick={close}>
            {t('cancel')}
          </Button>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog open={isOpen} onClose={close} title={t('unlink_title', { provider })} lead={t('unlink_lead', { identifier })}>
      <div className="grid gap-2">
        <FormAlert message={unlink.error && errorText(unlink.error)} />
        <Button wide look="danger" busy={unlink.isPending} onClick={() => void submit()}>
          {t('unlink')}
        </Button>
        <Button wide look="plain" onClick={close}>
          {t('cancel')}
        </Button>
      </div>
    </Dialog>
  );
}
