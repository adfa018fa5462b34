import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import type { LeagueRef, MatchSummary } from '#contract/matches.ts';
import { picksOf, type Sport } from '#domain/matches/sport.ts';
import { useTicking } from '#web/lib/clock.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { useMatchTime } from '#web/lib/match-time.ts';
import { usePickLabel } from '#web/lib/pick-name.ts';
import { slipAddress } from '#web/lib/slip-address.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { ProbabilityBar } from '#web/ui/probability-bar.tsx';
import { Crest } from '#web/ui/team-name.tsx';
import { recommendation } from './api.ts';
import { localDate } from './local-day.ts';

/** Shows the match recommended for a bet. */
export function RecommendedCard({ sport }: { sport: Sport }) {
  const t = useTranslations('matches');
  const nameOf = useLocalName();
  const { data, error, refetch } = useQuery(recommendation(sport));
  return (
    <Card title={t('recommended')} aside={data?.match && nameOf(data.match.league)}>
      {data?.match && <Recommended match={data.match} league={data.match.league} />}
      {data?.match === null && <p className="text-[13px] text-muted">{t('recommended_none')}</p>}
      {!data && !error && <Skeleton className="h-[222px]" />}
      {!data && error && <ErrorState title={t('recommended_failed')} error={error} onRetry={() => void refetch()} />}
    </Card>
  );
}

function Recommended({ match, league }: { match: MatchSummary; league: LeagueRef }) {
  const t = useTranslations();
  const time = useMatchTime(match, league.sport);
  const labelOf = usePickLabel(match, league.sport);
  const { market, offer } = match;
  return (
    <>
      <div className="mt-1 mb-3.5 grid grid-cols-[1fr_auto_1fr] items-center gap-2.5 text-center">
        <Side team={match.home} />
        <KickOff match={match} short={time.short} long={time.long} />
        <Side team={match.away} />
      </div>
      {market && <ProbabilityBar probability={market.probability} hasDraw={match.draw_possible} />}
      {offer && (
        <ul className="num my-3 grid auto-cols-fr grid-flow-col gap-2">
          {picksOf(match.draw_possible).map((pick) => (
            <li key={pick}>
              <Price address={slipAddress(match.id, pick, offer[pick])} label={labelOf(pick)} odds={offer[pick]} />
            </li>
          ))}
        </ul>
      )}
      <Button asChild wide>
        <Link to={`/match/${match.id}`}>{t('matches.predict')}</Link>
      </Button>
    </>
  );
}

function Side({ team }: { team: MatchSummary['home'] }) {
  const nameOf = useLocalName();
  return (
    <div className="grid min-w-0 justify-items-center gap-[7px] text-[13.5px] leading-tight font-semibold">
      <Crest team={team} size={38} />
      <span className="line-clamp-2 break-words">{nameOf(team)}</span>
    </div>
  );
}

/** Shows the time, and the day unless it is today. */
function KickOff({ match, short, long }: { match: MatchSummary; short: string; long: string | null }) {
  const format = useFormatter();
  const at = match.kickoff_at === null ? null : new Date(match.kickoff_at);
  const today = useTicking(10_000, localDate);
  const isToday = at === null || localDate(at) === today;
  return (
    <div>
      <div className="num text-[24px] leading-tight">{short}</div>
      <div className="text-[12px] text-muted">{long ?? (isToday ? null : format.dateTime(at, 'weekday_day'))}</div>
    </div>
  );
}

function Price({ address, label, odds }: { address: string; label: string; odds: number | null }) {
  const t = useTranslations('common');
  const format = useFormatter();
  const price = odds === null ? '–' : format.number(odds, 'odds');
  return (
    <Link
      to={address}
      aria-label={t('pick_at', { pick: label, odds: price })}
      className="block rounded-[9px] bg-raised p-2 text-center transition-colors hover:bg-accent-soft"
    >
      <b className="block text-[18px] leading-tight">{price}</b>
      <small className="block truncate text-[12px] text-muted">{label}</small>
    </Link>
  );
}
