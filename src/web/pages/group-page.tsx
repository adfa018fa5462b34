import { useQuery } from '@tanstack/react-query';
import Users from 'lucide-react/icons/users';
import { useMemo } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import type { TippingGroup } from '#contract/tipping-groups.ts';
import { ApiError } from '#web/data/api-error.ts';
import { useOffline } from '#web/data/offline.ts';
import { useSession } from '#web/data/session.ts';
import { CalendarButton } from '#web/features/calendars/calendar-button.tsx';
import { CommentsOnTip, GroupChatTab } from '#web/features/chat/chat-place.tsx';
import { ShareButton } from '#web/features/shares/share-button.tsx';
import { GroupGames } from '#web/features/survivor/group-games.tsx';
import { groupQuery, roundQuery } from '#web/features/tipping/api.ts';
import { hasFootball, useCompetitionName } from '#web/features/tipping/competition-name.tsx';
import { JoinButton } from '#web/features/tipping/group-lists.tsx';
import { useGroupLive } from '#web/features/tipping/group-live.ts';
import { keptRound } from '#web/features/tipping/kept-round.ts';
import { MembersTab } from '#web/features/tipping/members-tab.tsx';
import { ImportedNotice } from '#web/features/tipping/places-card.tsx';
import { QuestionsTab } from '#web/features/tipping/questions-tab.tsx';
import { RulesTab } from '#web/features/tipping/rules-tab.tsx';
import { TableTab } from '#web/features/tipping/table-tab.tsx';
import { useTipWords } from '#web/features/tipping/tip-words.ts';
import { TipsTab } from '#web/features/tipping/tips-tab.tsx';
import { loadTippingWords } from '#web/i18n/tipping-words.ts';
import { oneOf } from '#web/lib/address-values.ts';
import { usePage } from '#web/lib/use-page.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { NotFound, SignInPrompt } from '#web/ui/obstacles.tsx';
import { ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { Tabs } from '#web/ui/tabs.tsx';

export const loadWords = loadTippingWords;

const TABS = ['tips', 'questions', 'table', 'chat', 'rules', 'members'] as const;

/** A tipping group: its tips, its bonus questions, its table, its chat, its rules and its members, each at an address of its own. */
export function GroupPage() {
  const t = useTranslations();
  const { user, booted } = useSession();
  const { groupId = '' } = useParams();
  if (user) return <Group key={groupId} groupId={groupId.toLowerCase()} userId={user.id} />;
  return <Visitors isBooted={booted} title={t('titles.group')} />;
}

function Visitors({ isBooted, title }: { isBooted: boolean; title: string }) {
  const t = useTranslations('tipping');
  usePage(title, { back: '/groups' });
  return (
    <div className="page-width max-w-[1000px]!">
      {isBooted ? (
        <SignInPrompt icon={<Users size={28} />} title={t('signed_out')} hint={t('signed_out_hint')} />
      ) : (
        <Skeleton className="h-[420px] rounded-card" />
      )}
    </div>
  );
}

function Group({ groupId, userId }: { groupId: string; userId: string }) {
  const t = useTranslations();
  const { data, error, failureReason, refetch } = useQuery(groupQuery(groupId));
  const isUnreachable = useOffline((offline) => offline.isUnreachable);
  const kept = !data && failureReason && isUnreachable ? (keptRound(userId, groupId)?.group ?? null) : null;
  const group = data ?? kept;
  usePage(group?.name ?? t('titles.group'), { back: '/groups' });
  const isMissing = error instanceof ApiError && (error.status === 404 || error.status === 403);
  return (
    <div className="page-width max-w-[1000px]!">
      {group && <Tabbed group={group} userId={userId} />}
      {!group && isMissing && <NotFound title={t('tipping.not_member')} />}
      {!group && error && !isMissing && <ErrorState title={t('tipping.group_failed')} error={error} onRetry={() => void refetch()} />}
      {!group && !error && <Skeleton className="h-[520px] rounded-card" />}
    </div>
  );
}

function Tabbed({ group, userId }: { group: TippingGroup; userId: string }) {
  const t = useTranslations('tipping');
  const nameOf = useCompetitionName();
  const [params, setParams] = useSearchParams();
  const tab = oneOf(TABS, params.get('tab')) ?? 'tips';
  const isMember = group.role !== null;
  const tipWords = useTipWords();
  useFollowedMatches(group);
  const contents = {
    tips: isMember ? (
      <TipsTab
        group={group}
        userId={userId}
        round={roundIn(params) ?? group.current_round}
        comments={(about, name) => <CommentsOnTip group={group} about={about} name={name} />}
      />
    ) : (
      <NotIn group={group} />
    ),
    questions: <QuestionsTab group={group} />,
    table: (
      <>
        <TableTab
          group={group}
          share={(tipping_round) => (
            <ShareButton subject={{ tipping_group_id: group.id, tipping_round }} title={group.name} className="px-2 text-[13px]" />
          )}
        />
        {isMember && <GroupGames groupId={group.id} canStart={group.role === 'owner' && hasFootball(group.competitions)} />}
      </>
    ),
    chat: isMember ? <GroupChatTab group={group} tips={tipWords} /> : <NotIn group={group} />,
    rules: <RulesTab group={group} />,
    members: <MembersTab group={group} isMoving={params.has('import')} />,
  };
  return (
    <>
      <header className="mb-2 flex items-center gap-3">
        <Avatar handle={group.id} size={34} />
        <div className="min-w-0 flex-1">
          <h1 className="truncate text-[20px] font-[680] max-md:sr-only print:not-sr-only" title={group.name}>
            {group.name}
          </h1>
          <p className="truncate text-[13px] text-muted">
            {t('members_count', { count: group.members })} · {group.competitions.map(nameOf).join(', ')}
          </p>
        </div>
        {isMember ? <CalendarButton subject={{ kind: 'group', of: group }} className="mr-2 print:hidden" /> : <JoinButton group={group} />}
      </header>
      <ImportedNotice imported={group.imported} />
      <Tabs
        label={group.name}
        value={tab}
        onChange={(chosen) => setParams(chosen === 'tips' ? {} : { tab: chosen }, { replace: true, preventScrollReset: true })}
        tabs={TABS.map((value) => ({ value, label: t(`tabs.${value}`), content: contents[value] }))}
      />
    </>
  );
}

/** Keys are made by the server: anything too long for one is ignored. */
function roundIn(params: URLSearchParams): string | null {
  const round = params.get('round');
  return round !== null && round !== '' && round.length <= 160 ? round : null;
}

/** Follows the matches of the current round; of several rounds at the same time, every match of the day. */
function useFollowedMatches(group: TippingGroup): void {
  const { data } = useQuery({ ...roundQuery(group.id, group.current_round), enabled: group.current_round !== null });
  const isOne = group.rounds.filter(({ state }) => state === 'running').length < 2;
  const ids = useMemo(() => (data && isOne ? new Set(data.items.map(({ match }) => match.id)) : null), [data, isOne]);
  useGroupLive(group.id, ids);
}

/** A reader of a listed group who is not in it. */
function NotIn({ group }: { group: TippingGroup }) {
  const t = useTranslations('tipping');
  return (
    <div className="grid justify-items-center gap-3 py-10 text-center">
      <p className="text-[15px] font-[620]">{t('not_in')}</p>
      <JoinButton group={group} />
    </div>
  );
}
