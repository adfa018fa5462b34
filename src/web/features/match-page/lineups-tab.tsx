import Users from 'lucide-react/icons/users';
import { useTranslations } from 'use-intl';
import type { Lineup, MatchDetail } from '#contract/matches.ts';
import { matchGroup } from '#domain/matches/match-status.ts';
import { SIDES, type Side } from '#domain/matches/sport.ts';
import { lazyPart } from '#web/lib/lazy-part.tsx';
import { Card, Tag } from '#web/ui/card.tsx';
import { PartFailed } from '#web/ui/part-failed.tsx';
import { Skeleton } from '#web/ui/placeholders.tsx';
import { TeamName } from '#web/ui/team-name.tsx';
import { AbsencesCard } from './absences-card.tsx';
import { MatchPlayer } from './match-player.tsx';
import { type LineupPlayer, pitchPlaces } from './pitch-places.ts';
import { NothingHere, PITCH_SIZE } from './placeholders.tsx';
import { Marks, Rating } from './player-marks.tsx';
import { RatingsCard } from './ratings-card.tsx';
import { type SideMarks, usePlayerMarks } from './use-player-marks.ts';

const Pitch = lazyPart(async () => (await import('./pitch.tsx')).Pitch, {
  fallback: () => <Skeleton className={`rounded-[12px] ${PITCH_SIZE}`} />,
  failed: PitchFailed,
});

function PitchFailed() {
  const t = useTranslations('match');
  return <PartFailed title={t('pitch_failed')} />;
}

/** Shows each side's starters, bench and coach, or why they are unknown. */
export function LineupsTab({ match }: { match: MatchDetail }) {
  const t = useTranslations('match');
  const tPlayers = useTranslations('players');
  const reasonOf = useReason(match);
  const marks = usePlayerMarks(match);
  const { home, away } = match.lineups;
  if (home.players.length + away.players.length === 0 && home.fallback === away.fallback) {
    return (
      <div className="grid grid-cols-1 gap-4">
        <AbsencesCard match={match} />
        <NothingHere icon={<Users size={28} />} title={t('lineups_none')} hint={reasonOf(home) ?? ''} />
        <RatingsCard match={match} />
      </div>
    );
  }
  const isPlaced = SIDES.some((side) => pitchPlaces(match.lineups[side]) !== null);
  return (
    <div className="grid grid-cols-1 gap-4">
      <AbsencesCard match={match} />
      {isPlaced && (
        <Card className="max-md:p-3">
          <div className="mb-3 grid grid-cols-2 gap-4">
            {SIDES.map((side) => (
              <div key={side} className={side === 'home' ? 'min-w-0' : 'grid min-w-0 justify-items-end'}>
                <TeamName team={match[side]} className={side === 'home' ? '' : 'max-w-full flex-row-reverse'} />
                <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1">
                  <span className="num text-[13px] text-muted">{match.lineups[side].formation}</span>
                  <LineupKind lineup={match.lineups[side]} />
                </p>
              </div>
            ))}
          </div>
          <Pitch match={match} reasonOf={reasonOf} marks={marks} />
          {match.ratings && <p className="mt-2 text-[12px] text-faint">{tPlayers('rated_by', { source: match.ratings.source })}</p>}
        </Card>
      )}
      <div className="grid grid-cols-1 items-start gap-4 md:grid-cols-2">
        {SIDES.map((side) => (
          <Team key={side} match={match} side={side} reason={reasonOf(match.lineups[side])} marks={marks[side]} />
        ))}
      </div>
      <RatingsCard match={match} />
    </div>
  );
}

/** Returns why a line-up is not official, what it is based on, and what is expected; null for an official one. */
function useReason(match: MatchDetail): (lineup: Lineup) => string | null {
  const t = useTranslations('match');
  // No line-up is expected soon for a match without a date or a postponed one.
  const isComing = match.status === 'ns' || matchGroup(match.status) === 'live';
  const willCome = (fallback: NonNullable<Lineup['fallback']>) =>
    match.status === 'ns' && fallback !== 'league_no_lineups_coverage' && fallback !== 'no_fixture_id';
  return ({ fallback, based_on }) => {
    if (fallback === null) return null;
    return [
      t(`fallback.${fallback}`),
      isComing && based_on !== null && based_on > 0 && t('based_on', { count: based_on }),
      willCome(fallback) && t('lineups_next'),
    ]
      .filter(Boolean)
      .join(' ');
  };
}

/** Shows what is not on the pitch: the reason, the coach, the bench; and starters without known positions. */
function Team({ match, side, reason, marks }: { match: MatchDetail; side: Side; reason: string | null; marks: SideMarks }) {
  const t = useTranslations('match');
  const lineup = match.lineups[side];
  const names = { match, side, marks };
  const starters = lineup.players.filter(({ starter }) => starter);
  const bench = lineup.players.filter(({ starter }) => !starter);
  return (
    <Card title={<TeamName team={match[side]} />} aside={<LineupKind lineup={lineup} />}>
      {reason && <p className="mb-3 text-[13px] text-muted">{reason}</p>}
      {lineup.coach && <p className="mb-3 text-[13px] break-words">{t('coach', { name: lineup.coach })}</p>}
      {pitchPlaces(lineup) === null && <Players title={t('starters')} players={starters} {...names} />}
      <Players title={t(starters.length > 0 ? 'bench' : 'players')} players={bench} {...names} />
    </Card>
  );
}

interface PlayersProps {
  match: MatchDetail;
  side: Side;
  title: string;
  players: readonly LineupPlayer[];
  marks: SideMarks;
}

function Players({ match, side, title, players, marks }: PlayersProps) {
  if (players.length === 0) return null;
  return (
    <section className="mt-3 first:mt-0">
      <h3 className="mb-1.5 text-[12px] font-semibold text-faint">{title}</h3>
      <ul>
        {players.map((player, index) => (
          <li key={`${index} ${player.name}`} className="flex items-center gap-3 py-1 text-[13.5px]">
            <span className="num w-6 flex-none text-right text-muted">{player.number ?? '–'}</span>
            <span className="min-w-0 truncate" title={player.name}>
              <MatchPlayer match={match} side={side} name={player.name} />
            </span>
            <PlayerFigures player={player} marks={marks} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Shows what a player did, and the rating; the position of one who is not known to have played. */
function PlayerFigures({ player, marks }: { player: LineupPlayer; marks: SideMarks }) {
  const t = useTranslations('match');
  const own = marks.of(player);
  return (
    <span className="ml-auto flex flex-none items-center gap-2">
      {own && <Marks marks={own} />}
      {own?.minutes ? (
        <span className="num text-[12.5px] text-faint">{t('minutes_played', { minutes: own.minutes })}</span>
      ) : (
        <span className="text-[12.5px] text-faint">{t(`position.${player.position}`)}</span>
      )}
      <Rating rating={own?.rating ?? null} isBest={marks.isBest(player)} />
    </span>
  );
}

/** Labels a line-up as official or probable; renders nothing without one, or for mere names. */
function LineupKind({ lineup: { fallback, players } }: { lineup: Lineup }) {
  const t = useTranslations('match');
  if (players.length === 0) return null;
  if (fallback === null) return <Tag tone="good">{t('official')}</Tag>;
  return <Tag tone="warn">{t(players.some(({ starter }) => starter) ? 'probable' : 'unofficial')}</Tag>;
}
