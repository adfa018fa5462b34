import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { classNames } from '#web/lib/class-names.ts';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { groupsQuery } from './api.ts';
import { GroupCard } from './group-card.tsx';
import { CreateCard, JoinCard } from './group-forms.tsx';
import { useLeagueAddress } from './use-league-address.ts';
import { WindowChoice } from './window-choice.tsx';

/** The user's leagues among friends, one of them open, and the ways to more. */
export function FriendsTab() {
  const t = useTranslations('forecast_league');
  const { address, change } = useLeagueAddress();
  const { data, error, refetch } = useQuery(groupsQuery);
  const open = data?.items.find(({ id }) => id === address.group) ?? data?.items[0];
  // What there is to do comes first where there is nothing else yet, or a friend's link led here.
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
