import { useMutation } from '@tanstack/react-query';
import BadgeCheck from 'lucide-react/icons/badge-check';
import KeyRound from 'lucide-react/icons/key-round';
import LockKeyhole from 'lucide-react/icons/lock-keyhole';
import { useEffect, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { openCodeLink } from '#contract/auth.ts';
import { ApiError, errorText } from '#web/data/api-error.ts';
import { call } from '#web/data/call.ts';
import { openResetByLink } from '#web/data/ui-state.ts';
import { useFragment } from '#web/lib/address-values.ts';
import { Button } from '#web/ui/button.tsx';
import { FormAlert } from '#web/ui/form.tsx';
import { EmptyState } from '#web/ui/placeholders.tsx';

/** The target of the link in a message with a code: fills in a reset; for signed-in users, it confirms that they read the message. */
export function CodeLink() {
  const fragment = useFragment();
  const { token, email, code } = useMemo(() => readLink(fragment), [fragment]);
  return email && code && token ? <ResetByLink email={email} code={code} token={token} /> : <ConfirmByLink key={token} token={token} />;
}

const readLink = (fragment: string) => {
  const values = new URLSearchParams(fragment);
  return { token: values.get('token') ?? '', email: values.get('email'), code: values.get('code') };
};

/** Opens the dialog with all but the new password filled in; after closing it, the page offers it again. */
function ResetByLink({ email, code, token }: { email: string; code: string; token: string }) {
  const t = useTranslations('security');
  useEffect(() => openResetByLink(email, { code, token }), [email, code, token]);
  return (
    <EmptyState
      icon={<KeyRound size={32} />}
      title={t('code_link_reset_title')}
      hint={t('code_link_reset_lead')}
      action={<Button onClick={() => openResetByLink(email, { code, token })}>{t('code_link_reset_submit')}</Button>}
    />
  );
}

/** Confirms on a press, not on opening: mail hosts open links to inspect them. */
function ConfirmByLink({ token }: { token: string }) {
  const t = useTranslations('security');
  const confirm = useMutation({ mutationFn: () => call(openCodeLink, { token }) });
  if (confirm.isSuccess) {
    return (
      <div role="status">
        <EmptyState icon={<BadgeCheck size={32} />} title={t('code_link_done')} hint={t('code_link_done_hint')} />
      </div>
    );
  }
  if (token === '' || isOver(confirm.error)) {
    return (
      <div role={token === '' ? undefined : 'alert'}>
        <EmptyState icon={<LockKeyhole size={32} />} title={t('code_link_expired')} hint={t('code_link_expired_hint')} />
      </div>
    );
  }
  return (
    <EmptyState
      icon={<KeyRound size={32} />}
      title={t('code_link_title')}
      hint={t('code_link_lead')}
      action={
        <div className="grid justify-items-center gap-3">
          <FormAlert message={confirm.error && `${t('code_link_failed')}. ${errorText(confirm.error)}`} />
          <Button busy={confirm.isPending} onClick={() => confirm.mutate()}>
            {t('code_link_submit')}
          </Button>
        </div>
      }
    />
  );
}

const isOver = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'link_expired' || error.code === 'invalid_payload' || error.code === 'missing_fields');
