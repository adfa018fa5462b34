import { useMutation } from '@tanstack/react-query';
import BadgeCheck from 'lucide-react/icons/badge-check';
import LockKeyhole from 'lucide-react/icons/lock-keyhole';
import ShieldExclamationPoint from 'lucide-react/icons/shield-exclamation-point';
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { notMe } from '#contract/auth.ts';
import { ApiError, errorText } from '#web/data/api-error.ts';
import { call, renewSession } from '#web/data/call.ts';
import { useUser } from '#web/data/session.ts';
import { openResetPassword } from '#web/data/ui-state.ts';
import { useFragment } from '#web/lib/address-values.ts';
import { Button } from '#web/ui/button.tsx';
import { FormAlert } from '#web/ui/form.tsx';
import { EmptyState } from '#web/ui/placeholders.tsx';

/**
 * The target of a warning's link: one press signs all devices out. Opening it does nothing, because mail hosts open links to
 * inspect them; the token is removed from the address bar at once.
 */
export function NotMe() {
  const t = useTranslations('security');
  const format = useFormatter();
  const token = useFragment();
  // Address of the session that will be ended.
  const [email] = useState(useUser()?.email ?? '');
  const secure = useMutation({
    mutationFn: () => call(notMe, { token }),
    // If this browser was signed in to the account, its session has ended: this detects it.
    onSuccess: () => void renewSession().catch(() => undefined),
  });
  const reset = <Button onClick={() => openResetPassword(email)}>{t('not_me_reset')}</Button>;

  if (secure.data) {
    const date = format.dateTime(new Date(secure.data.held_until), 'day_time');
    return (
      <div role="status">
        <EmptyState icon={<BadgeCheck size={32} />} title={t('not_me_done')} hint={t('not_me_held', { date })} action={reset} />
      </div>
    );
  }
  if (token === '' || isOver(secure.error)) {
    return (
      <div role={token === '' ? undefined : 'alert'}>
        <EmptyState icon={<LockKeyhole size={32} />} title={t('not_me_expired')} hint={t('not_me_expired_hint')} action={reset} />
      </div>
    );
  }
  return (
    <EmptyState
      icon={<ShieldExclamationPoint size={32} />}
      title={t('not_me_title')}
      hint={t('not_me_lead')}
      action={
        <div className="grid justify-items-center gap-3">
          <FormAlert message={secure.error && `${t('not_me_failed')}. ${errorText(secure.error)}`} />
          <Button busy={secure.isPending} onClick={() => secure.mutate()}>
            {t('not_me_submit')}
          </Button>
        </div>
      }
    />
  );
}

/** Returns whether a token is invalid or expired, which are treated alike. */
const isOver = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'link_expired' || error.code === 'invalid_payload' || error.code === 'missing_fields');
