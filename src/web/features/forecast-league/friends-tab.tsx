import { useQuery } from '@tanstack/react-query';
import Users from 'lucide-react/icons/users';
import { useTranslations } from 'use-intl';
import type { ForecastGroup } from '#contract/forecast-league.ts';
import type { TableWindow } from '#domain/forecast/forecast-league.ts';
import { useUser } from '#web/data/session.ts';
import { classNames } from '#web/lib/class-names.ts';
import { copyText } from '#web/lib/sharing.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { groupQuery, groupsQuery } from './api.ts';
import { EndButton, LeaveButton, RemoveButton, RenameButton } from './group-actions.tsx';
import { CreateCard, JoinCard } from './group-forms.tsx';
import { useLeagueAddress, WindowChoice } from './league-address.tsx';
import { RankingTable } from './ranking-table.tsx';

/** Lists the user's leagues with friends, one of them open, and the forms to join and create. */
export function FriendsTab() {
  const t = useTranslations('forecast_league');
  const { address, change } = useLeagueAddress();
  const { data, error, refetch } = useQuery(groupsQuery);
  const open = data?.items.find(({ id }) => id === address.group) ?? data?.items[0];
  // The forms come first if there are no leagues yet, or if a friend's link was opened.
  const formsFirst = address.join !== null || data?.items.length === 0;
  const show = (id: string) => change({ group: id, join: null, tab: 'friends' });
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_320px]">
      <div className="grid min-w-0 gap-4">
        {!data && error && <ErrorState title={t('groups_failed')} error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton className="h-[240px] rounded-card" />}
        {data && data.items.length > 0 && <WindowChoice />}
        {data?.items.length === 0 && <EmptyState icon={<Users size={28} />} title={t('groups_none')} hint={t('groups_none_hint')} />}
        {data?.items.map((group) => (
          <GroupCard key={group.id} group={group} isOpen={group.id === open?.id} window={address.window} onOpen={() => show(group.id)} />
        ))}
      </div>
      <div className={classNames('grid gap-4', formsFirst && 'max-lg:order-first')}>
        <JoinCard key={address.join} code={address.join ?? ''} onJoined={show} />
        <CreateCard onCreated={show} />
      </div>
    </div>
  );
}

interface GroupCardProps {
  group: ForecastGroup;
  isOpen: boolean;
  window: TableWindow;
  onOpen: () => void;
}

/** Shows a league with friends: its code and, if open, its ranking and actions. */
function GroupCard({ group, isOpen, window, onOpen }: GroupCardProps) {
  const t = useTranslations('forecast_league');
  const link = () => `${globalThis.location.origin}/forecast-league?join=${group.code}`;
  return (
    <section className="rounded-card border border-line bg-surface p-4">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="min-w-0 flex-1 basis-full text-[16px] font-[650] wrap-anywhere sm:basis-0">
          {isOpen ? (
            group.name
          ) : (
            <button
              type="button"
              aria-label={t('open_group', { name: group.name })}
              onClick={onOpen}
              className="thumb rounded-tag text-left wrap-anywhere underline decoration-line-strong underline-offset-4 hover:decoration-text"
            >
              {group.name}
            </button>
          )}
        </h2>
        <p className="text-[13px] text-muted">{t('members', { count: group.members })}</p>
        <p className="num text-[13px] text-muted select-all">{t('code', { code: group.code })}</p>
        <Button look="quiet" size="s" onClick={() => void copyText(link())}>
          {t('copy_link')}
        </Button>
      </header>
      {isOpen && <OpenGroup group={group} window={window} />}
    </section>
  );
}

function OpenGroup({ group, window }: { group: ForecastGroup; window: TableWindow }) {
  const t = useTranslations('forecast_league');
  const user = useUser();
  const { data, error, refetch } = useQuery(groupQuery(group.id, window));
  return (
    <div className="mt-3">
      {!data && error && <ErrorState title={t('group_failed')} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-[120px]" />}
      {data && (
        <div className="overflow-x-auto">
          <RankingTable
            caption={t('open_group', { name: group.name })}
            rows={data.table}
            {...(group.is_owner && { asideOf: (handle, isMe) => !isMe && <RemoveButton group={group} handle={handle} /> })}
          />
        </div>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        {group.is_owner && <RenameButton group={group} />}
        {user && <LeaveButton group={group} handle={user.public_handle} />}
        {group.is_owner && <EndButton group={group} />}
      </div>
    </div>
  );
}
