import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { copyText } from '#web/lib/copy-text.ts';
import { useMeta } from '#web/lib/meta.ts';
import { Card } from '#web/ui/card.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { inviteQuery } from './api.ts';

/** The code, what it gives both sides, and the link to send on. */
export function InviteCard() {
  const t = useTranslations('account');
  const meta = useMeta();
  const { data, error, refetch } = useQuery(inviteQuery);
  if (!data && error) {
    return (
      <Card>
        <ErrorState title={t('invite_failed')} error={error} onRetry={() => void refetch()} />
      </Card>
    );
  }
  if (!data || !meta) return <Skeleton className="h-[146px] rounded-card" />;
  return (
    <section aria-label={t('invite')} className="rounded-card bg-accent p-4 text-on-accent">
      <p className="text-[19px] leading-[1.15] font-[750] tracking-[-0.01em] select-all">{data.code}</p>
      <p className="mt-1 mb-3 font-[550] text-pretty">
        {t('invite_lead', { inviter: meta.invite_bonus, invitee: meta.invitee_bonus })}{' '}
        {t('invite_counts', { invited: data.invited, qualified: data.qualified })}
      </p>
      <button
        type="button"
        onClick={() => void copyText(window.location.origin + data.link)}
        className="thumb rounded-[9px] bg-on-accent px-3.5 py-2 font-[650] text-accent focus-visible:outline-on-accent"
      >
        {t('copy_link')}
      </button>
    </section>
  );
}
