import { useQuery, useQueryClient } from '@tanstack/react-query';
import CalendarOff from 'lucide-react/icons/calendar-off';
import SearchX from 'lucide-react/icons/search-x';
import { type ReactNode, type Ref, useEffect, useId, useRef } from 'react';
import { Link } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { LiveChange } from '#contract/live.ts';
import type { getTeam } from '#contract/teams.ts';
import { matchGroup } from '#domain/matches/match-status.ts';
import { DAY_MS } from '#domain/time.ts';
import { ApiError } from '#web/data/api-error.ts';
import { useLiveTopic, usePollingInterval } from '#web/data/live.ts';
import { withChange } from '#web/data/match-state.ts';
import { nowMs } from '#web/lib/clock.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { Button } from '#web/ui/button.tsx';
import { Flag } from '#web/ui/flag.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { Crest } from '#web/ui/team-name.tsx';
import { TEAM_REFRESH_MS, teamQuery } from './api.ts';

interface TeamMatchesProps {
  teamId: number;
  /** Shown beside the team's name. */
  star?: ReactNode;
  /** Renders matches as list items. The page passes it in, because match rows belong to another feature. */
  renderMatches: (matches: TeamMatch[]) => ReactNode;
}

/** Shows a team and its current matches by day, scrolled to the next one. */
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
  const days = teamDays(team.matches, (at) => format.dateTime(at, 'date', { weekday: 'long' }));
  const nextId = nextOf(team.matches)?.id;
  // Past results are above; without any, no scrolling is needed.
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
  /** Id of the match to begin with, and the element to scroll to. */
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
      {/* Below the bar and the team's name, and the day's heading. */}
      <ul ref={nextIndex === -1 ? undefined : nextRef} className="scroll-mt-[190px]">
        {renderMatches(after)}
      </ul>
    </section>
  );
}

/** Applies pushed changes to the team's cached matches. */
function useTeamChanges(teamId: number, matches: readonly TeamMatch[], fetchAgain: () => void): void {
  const client = useQueryClient();
  const follow = (change: LiveChange) => {
    if (change.t === 'refetch') return fetchAgain();
    client.setQueryData(teamQuery(teamId).queryKey, (known) => {
      const after = known?.matches.map((match) => withChange(match, change));
      return after?.some((match, index) => match !== known?.matches[index]) ? { ...known!, matches: after } : known;
    });
  };
  // No team plays on more than two dates around now.
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

type TeamMatch = ReplyOf<typeof getTeam>['matches'][number];

interface TeamDay {
  /** The formatted day; null if it is unknown. */
  day: string | null;
  matches: TeamMatch[];
}

/** Groups matches, sorted by kick-off, by day; `dayOf` formats a day. */
export function teamDays(matches: readonly TeamMatch[], dayOf: (kickoffAt: Date) => string): TeamDay[] {
  const days: TeamDay[] = [];
  for (const match of matches) {
    const day = match.kickoff_at === null ? null : dayOf(new Date(match.kickoff_at));
    const last = days.at(-1);
    if (last && last.day === day) last.matches.push(match);
    else days.push({ day, matches: [match] });
  }
  return days;
}

const isOver = ({ status }: TeamMatch): boolean => matchGroup(status) === 'finished';

/** Returns the match to begin with: the first unfinished one, or the last; undefined without matches. */
export const nextOf = (matches: readonly TeamMatch[]): TeamMatch | undefined => matches.find((match) => !isOver(match)) ?? matches.at(-1);

/** Returns the UTC dates with pushes about these matches now: of those in play, and of unfinished ones within a day of kick-off. */
export function datesToHear(matches: readonly TeamMatch[], nowMs: number): string[] {
  const near = matches.filter((match) => !isOver(match) && Math.abs(Date.parse(match.kickoff_at ?? '') - nowMs) < DAY_MS);
  return [...new Set(near.map(({ kickoff_at }) => kickoff_at!.slice(0, 10)))];
}

interface TeamHeaderProps {
  team: Pick<ReplyOf<typeof getTeam>, 'team' | 'leagues'>;
  star?: ReactNode;
}

/** Shows the team and its leagues; sticky, because the list opens in the middle. */
function TeamHeader({ team: { team, leagues }, star }: TeamHeaderProps) {
  const t = useTranslations('search.teams');
  const nameOf = useLocalName();
  return (
    <header className="sticky top-[54px] z-10 mb-3 flex min-h-[68px] items-center gap-3 border-b border-line bg-bg py-2 md:top-[60px]">
      <Crest team={team} size={32} />
      <div className="min-w-0 flex-1">
        <h2 className="truncate text-[20px] font-[680]" title={nameOf(team)}>
          {nameOf(team)}
        </h2>
        {leagues.length > 0 && (
          <ul aria-label={t('leagues')} className="flex gap-x-4 overflow-x-auto text-[13px] text-muted [scrollbar-width:none]">
            {leagues.map((league) => (
              <li key={league.id} className="flex-none">
                <Link
                  to={`/leagues/${league.id}/standings`}
                  className="flex items-center gap-1.5 rounded-tag py-1 hover:text-text pointer-coarse:py-3"
                >
                  <Flag code={league.country_code} />
                  {nameOf(league)}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
      {star && <div className="flex-none px-3">{star}</div>}
    </header>
  );
}
