import { useQuery, useQueryClient } from '@tanstack/react-query';
import CalendarDays from 'lucide-react/icons/calendar-days';
import { type ReactNode, useId } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { LiveChange } from '#contract/live.ts';
import type { LeagueRef, MatchSummary } from '#contract/matches.ts';
import { ApiError } from '#web/data/api-error.ts';
import { usePollingInterval } from '#web/data/live.ts';
import { withChange } from '#web/data/match-state.ts';
import { nowMs } from '#web/lib/clock.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { fixturesQuery, LEAGUES_REFRESH_MS } from './api.ts';
import { useLeagueAddress } from './league-address.ts';
import { datesToFollow, FollowDate, type MatchDay, matchDays } from './match-days.tsx';
import { RoundPicker } from './round-picker.tsx';

/** Renders matches as list items. The page passes it in, because match rows belong to another feature. */
export type RenderMatches = (matches: readonly MatchSummary[], league: LeagueRef) => ReactNode;

interface FixturesTabProps {
  leagueId: number;
  renderMatches: RenderMatches;
}

/** Shows a league's fixtures and results, a round at a time. */
export function FixturesTab({ leagueId, renderMatches }: FixturesTabProps) {
  const t = useTranslations('leagues');
  const { address, change } = useLeagueAddress();
  const polling = usePollingInterval();
  const query = fixturesQuery(leagueId, address);
  const { data, error, refetch, isPending, isPlaceholderData } = useQuery({
    ...query,
    refetchInterval: polling === false ? LEAGUES_REFRESH_MS : polling,
  });
  const follow = useFollow(query.queryKey, () => void refetch());
  if (isPending) return <FixturesSkeleton />;
  if (error instanceof ApiError && error.status === 404 && address.round !== null) {
    const toCurrent = (
      <Button look="quiet" onClick={() => change({ round: null })}>
        {t('round_current')}
      </Button>
    );
    return <EmptyState icon={<CalendarDays size={28} />} title={t('round_unknown')} hint={t('round_unknown_hint')} action={toCurrent} />;
  }
  if (!data) return <ErrorState title={t('fixtures_failed')} error={error} onRetry={() => void refetch()} />;
  if (data.round === null) {
    return <EmptyState icon={<CalendarDays size={28} />} title={t('fixtures_empty')} hint={t('fixtures_empty_hint')} />;
  }
  // The selection is shown at once, so that the next press continues from it.
  const round = data.rounds.find(({ name }) => name === address.round)?.name ?? data.round;
  return (
    <div aria-busy={isPlaceholderData}>
      {datesToFollow(data.items, nowMs()).map((date) => (
        <FollowDate key={date} date={date} onChange={follow} onGap={() => void refetch()} />
      ))}
      <RoundPicker sport={data.league.sport} rounds={data.rounds} round={round} onChange={(round) => change({ round })} />
      {matchDays(data.items).map((day) => (
        <Day key={day.at?.toDateString() ?? ''} day={day}>
          {renderMatches(day.matches, data.league)}
        </Day>
      ))}
    </div>
  );
}

/** Returns a function that applies a pushed change to the round's cached matches. */
function useFollow(queryKey: ReturnType<typeof fixturesQuery>['queryKey'], fetchAgain: () => void): (change: LiveChange) => void {
  const client = useQueryClient();
  return (change) => {
    if (change.t === 'refetch') return fetchAgain();
    client.setQueryData(queryKey, (known) => {
      const items = known?.items.map((match) => withChange(match, change));
      return items?.some((match, index) => match !== known?.items[index]) ? { ...known!, items } : known;
    });
  };
}

function Day({ day: { at }, children }: { day: MatchDay; children: ReactNode }) {
  const t = useTranslations('leagues');
  const format = useFormatter();
  const heading = useId();
  const date = at && format.dateTime(at, 'date', { weekday: 'long' });
  return (
    <section aria-labelledby={heading} className="mb-4 overflow-hidden rounded-card border border-line bg-surface">
      <h2 id={heading} className="border-b border-line px-3 py-[11px] font-[620] md:px-4">
        {date ?? t('undated')}
      </h2>
      <ul>{children}</ul>
    </section>
  );
}

function FixturesSkeleton() {
  return (
    <>
      <Skeleton className="mb-4 h-9 rounded-control pointer-coarse:h-11" />
      <Skeleton className="h-[560px] rounded-card" />
    </>
  );
}
