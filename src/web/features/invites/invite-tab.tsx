import { useQuery } from '@tanstack/react-query';
import { Copy, UserPlus } from 'lucide-react';
import { useFormatter, useTranslations } from 'use-intl';
import { useAwayUntil } from '#web/lib/care.ts';
import { copyText } from '#web/lib/copy-text.ts';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { type Invite, inviteQuery } from './api.ts';
import { InviteCard } from './invite-card.tsx';
import { InviteeTable } from './invitee-table.tsx';

/** Everything about inviting: the code and link, what they brought, and whom. Who is away from play invites nobody: the code and link are put away. */
export function InviteTab() {
  const t = useTranslations('account');
  const { data } = useQuery(inviteQuery);
  const isAway = useAwayUntil() !== null;
  return (
    <div className="grid gap-4">
      {!isAway && <InviteCard />}
      {data && (
        <>
          <Totals invite={data} />
          {!isAway && (
            <Card title={t('invite_link')}>
              <div className="grid gap-3 md:grid-cols-[1fr_2fr]">
                <Copyable label={t('invite_code')} value={data.code} action={t('copy_code')} />
                <Copyable label={t('invite_link')} value={window.location.origin + data.link} action={t('copy_link')} />
              </div>
              <p className="mt-3 text-[12.5px] text-muted">{t('invite_rule')}</p>
            </Card>
          )}
          <Card title={t('invitees')}>
            {data.recent.length > 0 ? (
              <InviteeTable invitees={data.recent} />
            ) : (
              <EmptyState icon={<UserPlus size={28} />} title={t('invitees_empty')} hint={t('invitees_empty_hint')} />
            )}
          </Card>
        </>
      )}
    </div>
  );
}

function Copyable({ label, value, action }: { label: string; value: string; action: string }) {
  return (
    <TextField
      label={label}
      value={value}
      readOnly
      onFocus={(event) => event.target.select()}
      trailing={
        <button
          type="button"
          aria-label={action}
          title={action}
          onClick={() => void copyText(value)}
          className="grid size-10 flex-none place-items-center rounded-control text-muted hover:text-text pointer-coarse:size-11"
        >
          <Copy size={16} aria-hidden />
        </button>
      }
    />
  );
}

function Totals({ invite }: { invite: Invite }) {
  const t = useTranslations('account');
  const format = useFormatter();
  const totals = [
    { label: t('invited'), value: invite.invited },
    { label: t('qualified'), value: invite.qualified },
    { label: t('points_earned'), value: invite.points_earned },
  ];
  return (
    <dl className="grid grid-cols-3 gap-3">
      {totals.map(({ label, value }) => (
        <div key={label} className="flex flex-col-reverse justify-end rounded-card border border-line bg-surface p-4">
          <dt className="text-[12.5px] text-muted">{label}</dt>
          <dd className="num text-[26px] leading-[1.1] font-[680]">{format.number(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
