import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CalendarOff, SearchX } from 'lucide-react';
import { type ReactNode, type Ref, useEffect, useId, useRef } from 'react';
import { Link } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { LiveChange } from '#contract/live.ts';
import type { getTeam } from '#contract/teams.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { nowMs } from '#web/lib/clock.ts';
import { useLiveTopic, usePollingInterval } from '#web/lib/live.ts';
import { withChange } from '#web/lib/live-match.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TEAM_REFRESH_MS, teamQuery } from './api.ts';
import { datesToHear, nextOf, type TeamDay, type TeamMatch, teamDays } from './team-days.ts';
import { TeamHeader } from './team-header.tsx';

interface TeamMatchesProps {
  teamId: number;
  /** Stands beside the team's name. */
  star?: ReactNode;
  /** How matches are shown is another feature's: the page brings the two together. Gives items of a list. */
  renderMatches: (matches: TeamMatch[]) => ReactNode;
}

/** A team and its matches around now, by day, opened at the next one. */
export function TeamMatches({ teamId, star, renderMatches }: TeamMatchesProps) {
  const t = useTranslations('search.teams');
  const polling = usePollingInterval();
  const { data, error, refetch } = useQuery({ ...teamQuery(teamId), refetchInterval: polling === false ? TEAM_REFRESH_MS : polling });
  useTeamChanges(teamId, data?.matches ?? [], () => void refetch());
  if (data) return <Matches key={teamId} team={data} star={star} renderMatches={renderMatches} />;
  if (error instanceof ApiError && error.status === 404) return <UnknownTeam />;
  if (error) return <ErrorState title={t('load_failed')} error={error} onRetry={() => void refetch()} />;
  return <TeamSkeleton />;
}

interface MatchesProps extends Pick<TeamMatchesProps, 'star' | 'renderMatches'> {
  team: ReplyOf<typeof getTeam>;
}

function Matches({ team, star, renderMatches }: MatchesProps) {
  const t = useTranslations('search.teams');
  const format = useFormatter();
  const next = useRef<HTMLUListElement>(null);
  const days = teamDays(team.matches, (at) => format.dateTime(at, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }));
  const nextId = nextOf(team.matches)?.id;
  // Past results lie above; without any the page is where it should be already.
  useEffect(() => {
    if (nextId !== team.matches[0]?.id) next.current?.scrollIntoView({ block: 'start' });
  }, []);
  return (
    <>
      <TeamHeader team={team} star={star} />
      {days.length === 0 && <EmptyState icon={<CalendarOff size={28} />} title={t('none')} hint={t('none_hint')} action={<ToMatches />} />}
      {days.map((day) => (
        <Day key={day.day ?? ''} day={day} nextId={nextId} nextRef={next} renderMatches={renderMatches} />
      ))}
    </>
  );
}

interface DayProps extends Pick<TeamMatchesProps, 'renderMatches'> {
  day: TeamDay;
  /** The match to begin with, and where the list from it on is to be put. */
  nextId: number | undefined;
  nextRef: Ref<HTMLUListElement>;
}

function Day({ day: { day, matches }, nextId, nextRef, renderMatches }: DayProps) {
  const t = useTranslations('search.teams');
  const heading = useId();
  const nextIndex = matches.findIndex(({ id }) => id === nextId);
  const [before, after] = [matches.slice(0, Math.max(0, nextIndex)), matches.slice(Math.max(0, nextIndex))];
  return (
    <section aria-labelledby={heading} className="mb-4 overflow-clip rounded-card border border-line bg-surface">
      <h3 id={heading} className="border-b border-line px-3 py-[11px] font-[620] md:px-4">
        {day ?? t('undated')}
      </h3>
      {before.length > 0 && <ul className="border-b border-line">{renderMatches(before)}</ul>}
      {/* Below the bar and the team's name, and the day's where it is scrolled to. */}
      <ul ref={nextIndex === -1 ? undefined : nextRef} className="scroll-mt-[190px]">
        {renderMatches(after)}
      </ul>
    </section>
  );
}

/** Puts what is told of the team's matches into its copy of them. */
function useTeamChanges(teamId: number, matches: readonly TeamMatch[], fetchAgain: () => void): void {
  const client = useQueryClient();
  const follow = (change: LiveChange) => {
    if (change.t === 'refetch') return fetchAgain();
    client.setQueryData(teamQuery(teamId).queryKey, (known) => {
      const after = known?.matches.map((match) => withChange(match, change));
      return after?.some((match, index) => match !== known?.matches[index]) ? { ...known!, matches: after } : known;
    });
  };
  // A team that plays on more than two dates around now is not of this world.
  const [first, second] = datesToHear(matches, nowMs());
  useLiveTopic(first ? `matches:${first}` : null, follow, fetchAgain);
  useLiveTopic(second ? `matches:${second}` : null, follow, fetchAgain);
}

function UnknownTeam() {
  const t = useTranslations('search.teams');
  return <EmptyState icon={<SearchX size={28} />} title={t('unknown')} hint={t('unknown_hint')} action={<ToMatches />} />;
}

function ToMatches() {
  const t = useTranslations('search.teams');
  return (
    <Button look="quiet" asChild>
      <Link to="/matches">{t('all_matches')}</Link>
    </Button>
  );
}

function TeamSkeleton() {
  return (
    <>
      <Skeleton className="mb-3 h-[68px] rounded-card" />
      <Skeleton className="mb-4 h-[120px] rounded-card" />
      <Skeleton className="mb-4 h-[120px] rounded-card" />
      <Skeleton className="h-[120px] rounded-card" />
    </>
  );
}
