import { useMutation } from '@tanstack/react-query';
import BadgeCheck from 'lucide-react/icons/badge-check';
import Mail from 'lucide-react/icons/mail';
import { useTranslations } from 'use-intl';
import { unsubscribe } from '#contract/notifications.ts';
import { ApiError, errorText } from '#web/data/api-error.ts';
import { call } from '#web/data/call.ts';
import { useFragment } from '#web/lib/address-values.ts';
import { usePage } from '#web/lib/use-page.ts';
import { Button } from '#web/ui/button.tsx';
import { FormAlert } from '#web/ui/form.tsx';
import { EmptyState } from '#web/ui/placeholders.tsx';

/** The target of the link in a digest. Opening it does nothing, because mail hosts open links to inspect them; one press ends the digest. */
export function UnsubscribePage() {
  const title = useTranslations('titles')('unsubscribe');
  usePage(title, { back: '/matches' });
  return (
    <div className="page-width">
      <h1 className="sr-only">{title}</h1>
      <Unsubscribe />
    </div>
  );
}

function Unsubscribe() {
  const t = useTranslations('notifications.unsubscribe');
  const token = useFragment();
  const end = useMutation({ mutationFn: () => call(unsubscribe, { token }) });
  if (end.isSuccess) {
    return (
      <div role="status">
        <EmptyState icon={<BadgeCheck size={32} />} title={t('done')} hint={t('done_hint')} />
      </div>
    );
  }
  if (token === '' || (end.error instanceof ApiError && end.error.code === 'link_expired')) {
    return (
      <div role={token === '' ? undefined : 'alert'}>
        <EmptyState icon={<Mail size={32} />} title={t('wrong_link')} hint={t('wrong_link_hint')} />
      </div>
    );
  }
  return (
    <EmptyState
      icon={<Mail size={32} />}
      title={t('lead')}
      hint={t('hint')}
      action={
        <div className="grid justify-items-center gap-3">
          <FormAlert message={end.error && errorText(end.error)} />
          <Button busy={end.isPending} onClick={() => end.mutate()}>
            {t('submit')}
          </Button>
        </div>
      }
    />
  );
}
