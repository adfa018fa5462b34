import { useQuery, useQueryClient } from '@tanstack/react-query';
import Trophy from 'lucide-react/icons/trophy';
import { useTranslations } from 'use-intl';
import type { LiveChange } from '#contract/live.ts';
import { usePollingInterval } from '#web/data/live.ts';
import { nowMs } from '#web/lib/clock.ts';
import { useRoundName } from '#web/lib/round-name.ts';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { BracketsLink } from '#web/ui/site-links.tsx';
import { drawQuery, LEAGUES_REFRESH_MS } from './api.ts';
import { DrawBracket } from './draw-bracket.tsx';
import { useLeagueAddress } from './league-address.ts';
import { drawnMatches, endsTie, withChangeInDraws } from './league-draw.ts';
import { datesToFollow, FollowDate } from './match-days.tsx';

/** Shows a season's knock-out rounds, from the first to the final, with live scores. */
export function DrawTab({ leagueId }: { leagueId: number }) {
  const t = useTranslations('leagues');
  const roundName = useRoundName();
  const client = useQueryClient();
  const polling = usePollingInterval();
  const query = drawQuery(leagueId, useLeagueAddress().address);
  const { data, error, refetch, isPending, isPlaceholderData } = useQuery({
    ...query,
    refetchInterval: polling === false ? LEAGUES_REFRESH_MS : polling,
  });
  if (isPending) return <Skeleton className="h-[640px] rounded-card" />;
  if (!data) return <ErrorState title={t('draw_failed')} error={error} onRetry={() => void refetch()} />;
  if (data.draws.length === 0) return <EmptyState icon={<Trophy size={28} />} title={t('draw_empty')} hint={t('draw_empty_hint')} />;
  const follow = (change: LiveChange) => {
    const known = client.getQueryData(query.queryKey);
    if (!known || change.t === 'refetch' || endsTie(known, change)) void refetch();
    if (known) client.setQueryData(query.queryKey, withChangeInDraws(known, change));
  };
  return (
    <div aria-busy={isPlaceholderData} className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {datesToFollow(drawnMatches(data), nowMs()).map((date) => (
        <FollowDate key={date} date={date} onChange={follow} onGap={() => void refetch()} />
      ))}
      <BracketsLink leagueId={leagueId} season={data.season} />
      {data.draws.map((draw) => (
        // A new key, because another season starts at its own current round.
        <DrawBracket
          key={`${data.season} ${draw.section}`}
          draw={draw}
          sport={data.league.sport}
          title={data.draws.length > 1 && draw.section !== '' ? roundName([draw.section], data.league.sport) : null}
        />
      ))}
    </div>
  );
}
