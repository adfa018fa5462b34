import Trophy from 'lucide-react/icons/trophy';
import { useId } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import type { ReplyOf } from '#contract/endpoint.ts';
import { type getStandings, STANDINGS_VIEWS, type StandingRow } from '#contract/leagues.ts';
import type { LiveChange } from '#contract/live.ts';
import { DEFAULT_LEAGUE_RULES, type TieBreaker, type ZoneKind } from '#domain/matches/league-rules.ts';
import { isInPlay } from '#domain/matches/match-status.ts';
import type { Sport } from '#domain/matches/sport.ts';
import { nowMs } from '#web/lib/clock.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { useRoundName } from '#web/lib/round-name.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/placeholders.tsx';
import { Segmented, Switch } from '#web/ui/switches.tsx';
import { useLeagueAddress } from './league-address.ts';
import { FollowDate } from './match-days.tsx';
import { useTableCaption, ZoneStroke } from './standings-parts.tsx';
import { StandingsTable } from './standings-table.tsx';

interface StandingsTabProps {
  standings: Standings;
  /** Called when a match in play changed the table. */
  onPlay: () => void;
}

/** Shows a season's tables, all, home or away, and explains their zones. */
export function StandingsTab({ standings, onPlay }: StandingsTabProps) {
  const t = useTranslations('leagues');
  const { address, change, hrefWith } = useLeagueAddress();
  const { tables, in_play, league } = standings;
  if (tables.length === 0) {
    const fixtures = (
      <Button look="quiet" asChild>
        <Link to={hrefWith({ tab: 'fixtures' }) || '?'}>{t('no_tables_action')}</Link>
      </Button>
    );
    return <EmptyState icon={<Trophy size={28} />} title={t('no_tables')} hint={t('no_tables_hint')} action={fixtures} />;
  }
  if (tables.every(({ rows }) => rows.length === 0)) {
    return <EmptyState icon={<Trophy size={28} />} title={t('standings_empty')} hint={t('standings_empty_hint')} />;
  }
  return (
    <>
      <div className="mb-3 flex min-h-[38px] flex-wrap items-center justify-between gap-x-4 gap-y-2">
        {hasHomes(league.sport) && (
          <Segmented
            label={t('views_label')}
            value={address.view}
            options={STANDINGS_VIEWS.map((view) => ({ value: view, label: t(`view.${view}`) }))}
            onChange={(view) => change({ view })}
          />
        )}
        {in_play > 0 && <Switch label={t('as_it_stands')} checked={address.live} onChange={(live) => change({ live })} />}
      </div>
      <FollowPlay tables={tables} onChange={onPlay} />
      <Tables standings={standings} />
      <StandingsNotes standings={standings} live={address.live} />
    </>
  );
}

/** Players and esports teams have no home matches. */
const hasHomes = (sport: Sport) => sport === 'football' || sport === 'basketball';

/** The minimum number of groups for which links to each are shown. */
const JUMPS_MIN = 4;

function Tables({ standings }: { standings: Standings }) {
  const t = useTranslations('leagues');
  const captionOf = useTableCaption();
  const roundName = useRoundName();
  const id = useId();
  const { tables, league } = standings;
  const idOf = (index: number) => `${id}-${index}`;
  if (tables.length === 1 && tables[0]) {
    const { rows, group } = tables[0];
    return <StandingsTable rows={rows} caption={captionOf(standings, group)} league={league} compact={false} />;
  }
  return (
    <>
      {tables.length >= JUMPS_MIN && (
        <nav aria-label={t('groups')} className="mb-4 flex flex-wrap gap-1.5">
          {tables.map(({ group }, index) => (
            <a
              key={group}
              href={`#${idOf(index)}`}
              className="thumb rounded-chip border border-line px-[11px] py-1 text-[13px] font-[550] text-muted hover:border-line-strong hover:text-text"
            >
              {roundName([group ?? ''], league.sport)}
            </a>
          ))}
        </nav>
      )}
      <div className="grid items-start gap-x-5 gap-y-5 lg:grid-cols-2">
        {tables.map(({ group, rows }, index) => (
          <section key={group} aria-labelledby={idOf(index)} className="min-w-0">
            <h2 id={idOf(index)} className="mb-2 scroll-mt-[72px] px-1 text-[15px] font-[650]">
              {roundName([group ?? ''], league.sport)}
            </h2>
            <StandingsTable rows={rows} caption={captionOf(standings, group)} league={league} compact />
          </section>
        ))}
      </div>
    </>
  );
}

interface FollowPlayProps {
  tables: readonly LeagueTable[];
  /** Called when a counted match has another score, or has ended. */
  onChange: () => void;
}

/** Follows pushes that change the table with matches in play; kick-offs are found by refetching. */
function FollowPlay({ tables, onChange }: FollowPlayProps) {
  const playing = tables.flatMap(({ rows }) => rows.flatMap((row) => row.playing ?? []));
  if (playing.length === 0) return null;
  const hear = (change: LiveChange) => {
    if (change.t !== 'match') return;
    const { id, status, score } = change.match;
    const known = playing.find(({ match_id }) => match_id === id);
    if (!known) return;
    const isSame = sorted(score.home, score.away) === sorted(known.goals_for, known.goals_against);
    if (!isSame || !isInPlay(status)) onChange();
  };
  return <FollowDate date={new Date(nowMs()).toISOString().slice(0, 10)} onChange={hear} onGap={onChange} />;
}

/** Normalises a score without sides, because the row of either team may be found first. */
const sorted = (...goals: (number | null)[]): string => String(goals.toSorted());

interface StandingsNotesProps {
  standings: Standings;
  /** Whether matches in play count. */
  live: boolean;
}

/** Explains the zones, what is counted, and the tie-breakers. */
function StandingsNotes({
  standings: { league, tables, in_play, moved_since, points, ordered_by, tie_breakers },
  live,
}: StandingsNotesProps) {
  const t = useTranslations('leagues');
  const nameOf = useLocalName();
  const tieRules = useTieRules(league.sport);
  const isByPoints = ordered_by === 'points';
  const punished = tables.flatMap(({ rows }) => rows).filter(({ deducted }) => deducted !== undefined && deducted > 0);
  const usual = DEFAULT_LEAGUE_RULES.points;
  const roundName = useRoundName();
  const moves = tables.some(({ rows }) => rows.some(({ moved }) => moved !== 0));
  return (
    <div className="mt-3 grid gap-2 px-1 text-[12.5px] text-muted">
      <ZoneLegend tables={tables} />
      {in_play > 0 && <p>{t(live ? 'as_it_stands_on' : 'as_it_stands_off', { count: in_play })}</p>}
      {moved_since?.kind === 'round' && moves && <p>{t('moved_round', { round: roundName([moved_since.round], league.sport) })}</p>}
      {punished.map(({ team, deducted = 0 }) => (
        <p key={team.id}>{t('deducted', { team: nameOf(team), points: deducted })}</p>
      ))}
      {!isByPoints && <p>{t('ranked_by_share')}</p>}
      {isByPoints && (points.win !== usual.win || points.draw !== usual.draw) && <p>{t('points_rule', points)}</p>}
      {tie_breakers.length > 0 && <p>{t(isByPoints ? 'level' : 'level_on_share', { rules: tieRules(tie_breakers) })}</p>}
    </div>
  );
}

/** Returns a function that describes tie-breakers in a sport's terms: "goal difference, goals scored, head to head (points, goals)". */
function useTieRules(sport: Sport): (breakers: readonly TieBreaker[]) => string {
  const t = useTranslations('leagues');
  const [all, among] = sport === 'football' ? (['tie', 'tie_between'] as const) : (['tie_other', 'tie_between_other'] as const);
  const join = (items: string[]): string => items.reduceRight((rest, first) => (rest === '' ? first : t('list', { first, rest })), '');
  return (breakers) => {
    const named: string[] = [];
    let between: string[] = [];
    const closeBetween = () => {
      if (between.length > 0) named.push(t(`${all}.head_to_head`, { rules: join(between) }));
      between = [];
    };
    for (const breaker of breakers) {
      if (isBetween(breaker)) {
        between.push(t(`${among}.${breaker}`));
        continue;
      }
      closeBetween();
      named.push(t(`${all}.${breaker}`));
    }
    closeBetween();
    return join(named);
  };
}

/** Returns whether a tie-breaker considers only matches between the level teams. */
const isBetween = (breaker: TieBreaker): breaker is Extract<TieBreaker, `head_to_head_${string}`> => breaker.startsWith('head_to_head_');

/** Explains the zones of a table. */
function ZoneLegend({ tables }: { tables: readonly LeagueTable[] }) {
  const t = useTranslations('leagues');
  const zones = zonesOf(tables);
  if (zones.length === 0) return null;
  return (
    <ul aria-label={t('zones')} className="flex flex-wrap gap-x-5 gap-y-1">
      {zones.map(({ kind, from, to }) => (
        <li key={kind} className="flex items-center">
          <ZoneStroke zone={kind} />
          <span className="num mr-1.5">{from === to ? from : t('zone_places', { from, to })}</span>
          {t(`zone.${kind}`)}
        </li>
      ))}
    </ul>
  );
}

/** Returns the zones of these tables, from the top down, with the first and last place that they have in any of them. */
export function zonesOf(tables: readonly { rows: readonly Pick<StandingRow, 'position' | 'zone'>[] }[]) {
  const zones = new Map<ZoneKind, { kind: ZoneKind; from: number; to: number }>();
  for (const { position, zone } of tables.flatMap(({ rows }) => rows)) {
    if (zone === null) continue;
    const known = zones.get(zone) ?? { kind: zone, from: position, to: position };
    zones.set(zone, { ...known, from: Math.min(known.from, position), to: Math.max(known.to, position) });
  }
  return [...zones.values()].toSorted((a, b) => a.from - b.from);
}

type Standings = ReplyOf<typeof getStandings>;

/** A table of the league or of a group. */
type LeagueTable = Standings['tables'][number];
