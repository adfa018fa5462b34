import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl';
import type { userReferrals } from '#contract/admin-users.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { Panel } from '#web/console/ui/panel.tsx';
import { UserLine } from '#web/console/ui/user-line.tsx';
import { Skeleton } from '#web/ui/placeholders.tsx';
import { userReferralsQuery } from './api.ts';

type Referrals = ReplyOf<typeof userReferrals>;
type Invited = Referrals['referrers'][number];
type Invitee = Referrals['invitees'][number];

/** A user's inviters and invitees as nested lists, which screen readers and keyboards can navigate. */
export function InvitesTab({ id, invitees }: { id: string; invitees: number }) {
  const t = useTranslations('admin_users');
  const query = useQuery(userReferralsQuery(id));
  return (
    <div className="grid grid-cols-1 items-start gap-3.5 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <Panel
        title={t('referrers')}
        query={query}
        failed={t('invites_failed')}
        skeleton={<Skeleton className="h-[60px]" />}
        empty={({ referrers }) => (referrers.length === 0 ? t('referrers_none') : null)}
      >
        {({ referrers }) => (
          <ol className="grid gap-1.5">
            {referrers.map((referrer, level) => (
              <li key={referrer.id} style={{ paddingLeft: level * 20 }}>
                <Person person={referrer} />
              </li>
            ))}
          </ol>
        )}
      </Panel>
      <Panel
        title={t('tree')}
        query={query}
        failed={t('invites_failed')}
        skeleton={<Skeleton className="h-[220px]" />}
        empty={(found) => (found.invitees.length === 0 ? t('tree_none') : null)}
      >
        {(found) => <Branch parent={{ id, invitees }} all={found.invitees} />}
      </Panel>
    </div>
  );
}

/** A user's invitees, with theirs nested below. Ends after three levels. */
function Branch({ parent, all, level = 1 }: { parent: { id: string; invitees: number }; all: readonly Invitee[]; level?: number }) {
  const t = useTranslations('admin_users');
  const own = all.filter(({ invited_by }) => invited_by === parent.id);
  const more = parent.invitees - own.length;
  if (own.length === 0 && (more <= 0 || level > 3)) return null;
  return (
    <ul className="grid gap-1.5 border-line pt-1 [&_ul]:ml-2 [&_ul]:border-l [&_ul]:pl-4">
      {own.map((invitee) => (
        <li key={invitee.id}>
          <Person person={invitee} />
          {invitee.invitees > 0 && <Branch parent={invitee} all={all} level={level + 1} />}
        </li>
      ))}
      {more > 0 && <li className="text-[12.5px] text-muted">{t('tree_more', { count: more })}</li>}
    </ul>
  );
}

function Person({ person }: { person: Invited }) {
  const t = useTranslations();
  const format = useFormatter();
  const facts = [
    format.dateTime(new Date(person.registered_at), 'day_year'),
    t('admin_users.tree_points', { points: person.points_balance }),
    person.invite_status && t(`account.invitee_statuses.${person.invite_status}`),
  ];
  return (
    <span className="flex flex-wrap items-baseline gap-x-3 text-[13.5px]">
      <UserLine user={person} status={person.status} />
      <span className="num text-[12.5px] text-muted">{facts.filter(Boolean).join(' · ')}</span>
    </span>
  );
}
