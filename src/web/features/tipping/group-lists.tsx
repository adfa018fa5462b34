import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Users from 'lucide-react/icons/users';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import type { MyTippingGroup, TippingGroup } from '#contract/tipping-groups.ts';
import { errorText } from '#web/data/api-error.ts';
import { useSession, useUser } from '#web/data/session.ts';
import { toast } from '#web/data/toasts.ts';
import { openLogin } from '#web/data/ui-state.ts';
import { useNow } from '#web/lib/clock.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { TextField } from '#web/ui/form.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { myGroupsQuery, openGroupsQuery, useGroupChanges } from './api.ts';
import { useCompetitionName } from './competition-name.tsx';

/** Groups whose tips are missing come first, the earliest deadline before the others. */
export function byUrgency(groups: readonly MyTippingGroup[]): MyTippingGroup[] {
  const deadline = ({ missing, next_deadline }: MyTippingGroup) =>
    missing > 0 && next_deadline !== null ? Date.parse(next_deadline) : Number.POSITIVE_INFINITY;
  // Two without a deadline are equal: the difference of infinities is no number.
  return groups.toSorted((a, b) => (deadline(a) === deadline(b) ? 0 : deadline(a) - deadline(b)));
}

/** The user's groups, with place, points, and what is still to be tipped. */
export function MyGroups() {
  const t = useTranslations('tipping');
  const { data, error, refetch } = useQuery(myGroupsQuery);
  if (!data && error) return <ErrorState title={t('groups_failed')} error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-[220px] rounded-card" />;
  if (data.items.length === 0) {
    return <EmptyState icon={<Users size={28} />} title={t('groups_none')} hint={t('groups_none_hint')} />;
  }
  return (
    <ul className="overflow-hidden rounded-card border border-line bg-surface">
      {byUrgency(data.items).map((group) => (
        <MyGroup key={group.id} group={group} />
      ))}
    </ul>
  );
}

function MyGroup({ group }: { group: MyTippingGroup }) {
  const t = useTranslations('tipping');
  const format = useFormatter();
  const now = useNow(60_000);
  const { missing, next_deadline } = group;
  return (
    <li className="relative flex items-center gap-3 border-t border-line px-4 py-3 first:border-t-0 hover:bg-raised">
      <Avatar handle={group.id} size={36} />
      <div className="min-w-0 flex-1">
        <Link to={`/group/${group.id}`} className="block truncate text-[15px] font-[620] before:absolute before:inset-0">
          {group.name}
        </Link>
        {missing > 0 ? (
          <p className="text-[13px] text-warn">
            {t('missing', { count: missing })}
            {next_deadline !== null && ` · ${t('first_closes', { when: format.relativeTime(new Date(next_deadline), now) })}`}
          </p>
        ) : (
          <p className="text-[13px] text-muted">{t('members_count', { count: group.members })}</p>
        )}
      </div>
      <div className="num flex-none text-right">
        <p className="text-[16px] font-bold">{t('points_short', { points: group.points })}</p>
        <p className="text-[12.5px] text-muted">
          {group.place === null ? t('no_place') : t('place_of', { place: group.place, of: group.members })}
        </p>
      </div>
      <ChevronRight size={16} aria-hidden className="flex-none text-faint" />
    </li>
  );
}

/** Leads to what a code opens; it is not sent before it is looked at there. */
export function JoinByCode() {
  const t = useTranslations('tipping');
  const navigate = useNavigate();
  const [code, setCode] = useState('');
  return (
    <Card title={t('join_by_code')}>
      <form
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          const typed = codeIn(code);
          if (typed !== '') void navigate(`/groups/join/${encodeURIComponent(typed)}`);
        }}
      >
        <TextField
          label={t('code')}
          value={code}
          maxLength={200}
          autoComplete="off"
          autoCapitalize="characters"
          onChange={(event) => setCode(event.target.value)}
        />
        <Button type="submit" look="quiet" disabled={codeIn(code) === ''}>
          {t('look')}
        </Button>
      </form>
    </Card>
  );
}

/** A pasted link is as good as its code. */
export const codeIn = (text: string): string => (/\/groups\/join\/([^/?#\s]+)/.exec(text)?.[1] ?? text).trim().slice(0, 40);

/** Groups that are open to everybody, by name. */
export function OpenGroups() {
  const t = useTranslations('tipping');
  const [typed, setTyped] = useState('');
  const q = useDeferredValue(typed.trim());
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(openGroupsQuery(q));
  const groups = data?.pages.flatMap(({ items }) => items) ?? [];
  const { data: mine } = useQuery({ ...myGroupsQuery, enabled: useUser() !== null });
  const own = new Set(mine?.items.map(({ id }) => id));
  return (
    <Card title={t('open_groups')}>
      <TextField
        label={t('open_search')}
        type="search"
        value={typed}
        maxLength={60}
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
      />
      <div className="mt-3">
        {!data && error && <ErrorState title={t('groups_failed')} error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton className="h-[160px] rounded-control" />}
        {data && groups.length === 0 && (
          <EmptyState title={t(q === '' ? 'open_none' : 'open_not_found')} hint={q === '' && t('open_none_hint')} />
        )}
        <ul>
          {groups.map((group) => (
            <li key={group.id} className="flex items-center gap-3 border-t border-line py-2.5">
              <GroupLine group={group} />
              {own.has(group.id) ? (
                <Button look="plain" size="s" asChild>
                  <Link to={`/group/${group.id}`} aria-label={t('open_of', { name: group.name })}>
                    {t('open')}
                  </Link>
                </Button>
              ) : (
                <JoinButton group={group} />
              )}
            </li>
          ))}
        </ul>
        {hasNextPage && (
          <Button look="quiet" wide busy={isFetchingNextPage} onClick={() => void fetchNextPage()} className="mt-2">
            {t('show_more')}
          </Button>
        )}
      </div>
    </Card>
  );
}

/** A group's picture, name, size, and what it tips. */
export function GroupLine({ group }: { group: Pick<TippingGroup, 'id' | 'name' | 'members' | 'competitions'> }): ReactNode {
  const t = useTranslations('tipping');
  const nameOf = useCompetitionName();
  return (
    <div className="flex min-w-0 flex-1 items-center gap-3">
      <Avatar handle={group.id} size={32} />
      <div className="min-w-0 flex-1">
        <p className="truncate font-[620]">{group.name}</p>
        <p className="truncate text-[13px] text-muted">
          {t('members_count', { count: group.members })} · {group.competitions.map(nameOf).join(', ')}
        </p>
      </div>
    </div>
  );
}

/** Joins a listed group and opens it; guests sign in first and come back to it. */
export function JoinButton({ group }: { group: Pick<TippingGroup, 'id' | 'name'> }) {
  const t = useTranslations('tipping');
  const navigate = useNavigate();
  const { user } = useSession();
  const { join } = useGroupChanges();
  const [isBusy, setBusy] = useState(false);
  const enter = async () => {
    if (user === null) return openLogin(`/group/${group.id}`);
    setBusy(true);
    try {
      await join({ group_id: group.id });
      toast('success', t('joined', { name: group.name }));
      void navigate(`/group/${group.id}`);
    } catch (error) {
      toast('error', errorText(error));
      setBusy(false);
    }
  };
  return (
    <Button look="quiet" size="s" busy={isBusy} aria-label={t('join_of', { name: group.name })} onClick={() => void enter()}>
      {t('join')}
    </Button>
  );
}
