import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { Meta } from '#contract/meta.ts';
import { useMeta } from '#web/data/queries.tsx';
import { canShare, copyText, shareLink } from '#web/lib/sharing.ts';
import { Card } from '#web/ui/card.tsx';
import { ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { type Invite, inviteQuery } from './api.ts';

/** Shows the code, the reward for both sides, and the link to share. */
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
  return <Invitation invite={data} meta={meta} />;
}

function Invitation({ invite, meta }: { invite: Invite; meta: Meta }) {
  const t = useTranslations('account');
  const url = window.location.origin + invite.link;
  const share = () => void shareLink({ title: meta.name, text: t('share_text', { points: meta.invitee_bonus }), url });
  const button = 'thumb rounded-[9px] px-3.5 py-2 font-[650] focus-visible:outline-on-accent';
  return (
    <section aria-label={t('invite')} className="rounded-card bg-accent p-4 text-on-accent">
      <p className="text-[19px] leading-[1.15] font-[750] tracking-[-0.01em] select-all">{invite.code}</p>
      <p className="mt-1 mb-3 font-[550] text-pretty">
        {t('invite_lead', { inviter: meta.invite_bonus, invitee: meta.invitee_bonus })}{' '}
        {t('invite_counts', { invited: invite.invited, qualified: invite.qualified })}
      </p>
      <div className="flex flex-wrap gap-2">
        <button type="button" onClick={() => void copyText(url)} className={`${button} bg-on-accent text-accent`}>
          {t('copy_link')}
        </button>
        {canShare() && (
          <button type="button" onClick={share} className={`${button} border border-on-accent`}>
            {t('share')}
          </button>
        )}
      </div>
    </section>
  );
}
