import { useQuery } from '@tanstack/react-query';
import Copy from 'lucide-react/icons/copy';
import UserPlus from 'lucide-react/icons/user-plus';
import { useFormatter, useTranslations } from 'use-intl';
import { PLAY_MIN } from '#domain/settlement/play-at-risk.ts';
import { useAwayUntil } from '#web/data/play-limits.ts';
import { lazyPart } from '#web/lib/lazy-part.tsx';
import { copyText } from '#web/lib/sharing.ts';
import { Card, Tag, type TagTone } from '#web/ui/card.tsx';
import { TextField } from '#web/ui/form.tsx';
import { PartFailed } from '#web/ui/part-failed.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { type Invite, inviteQuery } from './api.ts';
import { InviteCard } from './invite-card.tsx';

const QrCode = lazyPart(async () => (await import('#web/ui/qr-code.tsx')).QrCode, {
  fallback: () => <Skeleton className="aspect-square w-full" />,
  failed: PartFailed,
});

/** Shows the invite code and link, the rewards, and the invited users. Code and link are hidden during time away from play. */
export function InviteTab() {
  const t = useTranslations('account');
  const { data, error, refetch } = useQuery(inviteQuery);
  const isAway = useAwayUntil() !== null;
  if (!data && error) {
    return (
      <Card>
        <ErrorState title={t('invite_failed')} error={error} onRetry={() => void refetch()} />
      </Card>
    );
  }
  return (
    <div className="grid gap-4">
      {!isAway && <InviteCard />}
      {data ? <Details invite={data} isAway={isAway} /> : <DetailsSkeleton />}
    </div>
  );
}

function Details({ invite, isAway }: { invite: Invite; isAway: boolean }) {
  const t = useTranslations('account');
  return (
    <>
      <Totals invite={invite} />
      {!isAway && <Ways invite={invite} />}
      <Card title={t('invitees')}>
        <Waiting until={invite.paid_again_at} />
        {invite.recent.length > 0 ? (
          <InviteeTable invitees={invite.recent} isFull={invite.paid_again_at !== null} />
        ) : (
          <EmptyState icon={<UserPlus size={28} />} title={t('invitees_empty')} hint={t('invitees_empty_hint')} />
        )}
      </Card>
    </>
  );
}

const DetailsSkeleton = () => (
  <>
    <Skeleton className="h-[82px] rounded-card" />
    <Skeleton className="h-[246px] rounded-card" />
    <Skeleton className="h-[220px] rounded-card" />
  </>
);

/** Shows the code, the link and its QR code, and the conditions of the reward. */
function Ways({ invite }: { invite: Invite }) {
  const t = useTranslations('account');
  const url = window.location.origin + invite.link;
  return (
    <Card title={t('invite_ways')}>
      <div className="grid items-start gap-4 md:grid-cols-[minmax(0,1fr)_176px]">
        <div className="grid gap-3">
          <Copyable label={t('invite_code')} value={invite.code} action={t('copy_code')} />
          <Copyable label={t('invite_link')} value={url} action={t('copy_link')} />
          <p className="text-[12.5px] text-pretty text-muted">{t('invite_rule', { least: PLAY_MIN })}</p>
          <p className="text-[12.5px] text-pretty text-muted">
            {t('invite_caps', { day: invite.paid_per_day_max, month: invite.paid_per_month_max })}
          </p>
        </div>
        <figure className="mx-auto w-[176px]">
          <div className="overflow-hidden rounded-control">
            <QrCode text={url} label={t('invite_qr')} />
          </div>
          <figcaption className="mt-1.5 text-center text-[12px] text-muted">{t('invite_scan')}</figcaption>
        </figure>
      </div>
    </Card>
  );
}

/** Says when the next rewards can be paid, while the caps are reached. */
function Waiting({ until }: { until: string | null }) {
  const t = useTranslations('account');
  const format = useFormatter();
  if (until === null) return null;
  const when = format.dateTime(new Date(until), 'day_time_year');
  return <p className="mb-3 rounded-control bg-raised px-3 py-2 text-[12.5px] text-muted">{t('invites_wait', { when })}</p>;
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

type Invitee = Invite['recent'][number];

const TONES: Record<Invitee['status'], TagTone> = {
  registered: 'quiet',
  qualified: 'home',
  rewarded: 'good',
  in_review: 'warn',
  refused: 'bad',
};

interface InviteeTableProps {
  invitees: readonly Invitee[];
  /** Whether the caps are reached: qualified users wait. */
  isFull: boolean;
}

/** Lists the invited users and their progress. Addresses are masked by the server. */
function InviteeTable({ invitees, isFull }: InviteeTableProps) {
  const t = useTranslations('account');
  const format = useFormatter();
  const day = (at: string | null) => (at === null ? '–' : format.dateTime(new Date(at), 'day_year'));
  const head = 'pb-2 pr-3 text-left text-[11.5px] font-medium text-faint';
  return (
    <table className="w-full border-collapse text-[13px]">
      <caption className="sr-only">{t('invitees')}</caption>
      <thead>
        <tr className="border-b border-line">
          <th scope="col" className={`${head} w-2/5 md:w-1/3`}>
            {t('invitee')}
          </th>
          <th scope="col" className={head}>
            {t('registered_at')}
          </th>
          <th scope="col" className={`${head} max-md:hidden`}>
            {t('came_by')}
          </th>
          <th scope="col" className={`${head} max-md:hidden`}>
            {t('activated_at')}
          </th>
          <th scope="col" className={`${head} max-md:hidden`}>
            {t('rewarded_at')}
          </th>
          <th scope="col" className={`${head} pr-0 text-right`}>
            {t('invitee_status')}
          </th>
        </tr>
      </thead>
      <tbody>
        {invitees.map((invitee) => (
          <tr key={invitee.id} className="border-b border-line last:border-0">
            <td className="max-w-0 py-[9px] pr-3">
              <span className="block truncate">{invitee.email ?? t('no_address')}</span>
            </td>
            <td className="num py-[9px] pr-3 whitespace-nowrap text-muted">{day(invitee.registered_at)}</td>
            <td className="py-[9px] pr-3 whitespace-nowrap text-muted max-md:hidden">
              {invitee.source === null ? '–' : t(`ways.${invitee.source}`)}
            </td>
            <td className="num py-[9px] pr-3 whitespace-nowrap text-muted max-md:hidden">{day(invitee.activated_at)}</td>
            <td className="num py-[9px] pr-3 whitespace-nowrap text-muted max-md:hidden">{day(invitee.rewarded_at)}</td>
            <td className="py-[9px] text-right">
              <Tag tone={TONES[invitee.status]}>
                {isFull && invitee.status === 'qualified' ? t('waits') : t(`invitee_statuses.${invitee.status}`)}
              </Tag>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
