import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, Navigate, useNavigate, useParams, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import type { AdminUser } from '#contract/admin-users.ts';
import { ChatOfUser } from '#web/console/features/chat/chat-of-user.tsx';
import { userQuery } from '#web/console/features/users/api.ts';
import { ApiKeysPanel } from '#web/console/features/users/api-keys-panel.tsx';
import { BetsTab } from '#web/console/features/users/bets-tab.tsx';
import { BindingsTab } from '#web/console/features/users/bindings-tab.tsx';
import { EvidenceTab } from '#web/console/features/users/evidence-tab.tsx';
import { InvitesTab } from '#web/console/features/users/invites-tab.tsx';
import { LimitsTab } from '#web/console/features/users/limits-tab.tsx';
import { NotesTab } from '#web/console/features/users/notes-tab.tsx';
import { AdjustmentsTab, PointsTab } from '#web/console/features/users/points-tab.tsx';
import { ProfileTab } from '#web/console/features/users/profile-tab.tsx';
import { SessionsTab } from '#web/console/features/users/sessions-tab.tsx';
import { UserActions } from '#web/console/features/users/user-actions.tsx';
import { WithdrawalsOfUser } from '#web/console/features/withdrawals/brief-table.tsx';
import { PageHead } from '#web/console/ui/page-head.tsx';
import { UserStatusTag } from '#web/console/ui/user-line.tsx';
import { ApiError } from '#web/data/api-error.ts';
import { oneOf } from '#web/lib/address-values.ts';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { Tabs } from '#web/ui/tabs.tsx';

const TABS = [
  'profile',
  'points',
  'adjustments',
  'withdrawals',
  'bets',
  'bindings',
  'sessions',
  'invites',
  'chat',
  'limits',
  'evidence',
  'notes',
] as const;
type Tab = (typeof TABS)[number];

/** A user's data and the actions on them. Each tab loads, and fails, by itself. */
export function UserPage() {
  const t = useTranslations();
  const { id = '' } = useParams();
  const { data: user, error, refetch } = useQuery(userQuery(id));
  const isUnknown = error instanceof ApiError && (error.status === 404 || error.status === 400);
  return (
    <>
      <Link to="/admin/users" className="thumb mb-1 inline-block text-[13px] text-muted hover:text-text hover:underline">
        ← {t('admin_users.back')}
      </Link>
      <PageHead
        title={user?.display_name ?? t('admin.pages.users')}
        states={
          user && (
            <>
              <UserStatusTag status={user.status} />
              <span className="text-muted wrap-anywhere">{user.email ?? user.phone ?? `@${user.public_handle}`}</span>
            </>
          )
        }
        aside={
          user && (
            <>
              <Link to={`/admin/chat?tab=mutes&state=all&user=${id}`} className="thumb px-2 text-[13px] text-muted hover:underline">
                {t('admin_chat.mutes_of_user')}
              </Link>
              <UserActions key={id} user={user} />
            </>
          )
        }
      />
      {user ? (
        <UserTabs user={user} />
      ) : isUnknown ? (
        <EmptyState title={t('admin_users.no_such')} />
      ) : error ? (
        <ErrorState title={t('admin_users.one_failed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-[520px] rounded-card" />
      )}
    </>
  );
}

function UserTabs({ user }: { user: AdminUser }) {
  const t = useTranslations('admin_users');
  const navigate = useNavigate();
  const { tab: named = null } = useParams();
  const [params] = useSearchParams();
  const tab = oneOf(TABS, named) ?? 'profile';
  const addressOf = (chosen: Tab) => `/admin/users/${user.id}${chosen === 'profile' ? '' : `/${chosen}`}`;
  const contents: Record<Tab, () => ReactNode> = {
    profile: () => <ProfileTab user={user} />,
    points: () => <PointsTab id={user.id} timeZone={user.time_zone} />,
    adjustments: () => <AdjustmentsTab id={user.id} />,
    withdrawals: () => <WithdrawalsOfUser id={user.id} />,
    bets: () => <BetsTab id={user.id} />,
    bindings: () => <BindingsTab id={user.id} />,
    sessions: () => (
      <div className="grid gap-4 *:min-w-0">
        <SessionsTab id={user.id} />
        <ApiKeysPanel id={user.id} />
      </div>
    ),
    chat: () => <ChatOfUser id={user.id} />,
    limits: () => <LimitsTab id={user.id} />,
    invites: () => <InvitesTab id={user.id} invitees={user.invitees} />,
    evidence: () => <EvidenceTab id={user.id} />,
    notes: () => <NotesTab id={user.id} />,
  };
  const linked = oneOf(TABS, params.get('tab'));
  // "?tab=notes" is an address as well.
  if (named === null && linked) return <Navigate to={addressOf(linked)} replace />;
  return (
    <Tabs
      label={t('tabs_label')}
      value={tab}
      // Filters belong to the tab they were chosen in.
      onChange={(chosen) => navigate(addressOf(chosen), { replace: true, preventScrollReset: true })}
      tabs={TABS.map((value) => ({ value, label: t(`tabs.${value}`), content: value === tab ? contents[value]() : null }))}
    />
  );
}
