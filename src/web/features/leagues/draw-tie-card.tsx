import Check from 'lucide-react/icons/check';
import Trophy from 'lucide-react/icons/trophy';
import { Link } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import type { DrawTie } from '#contract/leagues.ts';
import type { MatchSummary, TeamRef } from '#contract/matches.ts';
import { SIDES, type Side, type Sport } from '#domain/matches/sport.ts';
import { competitor, scoreFor, tallyOf } from '#domain/matches/tie.ts';
import { classNames } from '#web/lib/class-names.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { useMatchTime } from '#web/lib/match-time.ts';
import { TeamName } from '#web/ui/team-name.tsx';

interface DrawTieCardProps {
  tie: DrawTie;
  sport: Sport;
  /** Whether the winner wins the tournament. */
  isFinal: boolean;
}

/** Shows two competitors, their score, and who advances. The card links to its match; each of several matches has its own link. */
export function DrawTieCard({ tie, sport, isFinal }: DrawTieCardProps) {
  const { matches } = tie;
  return (
    <div className="relative w-full min-w-0 rounded-control border border-line bg-surface px-2.5 py-2 text-[13px] hover:border-line-strong">
      <div aria-hidden className="grid gap-1">
        {SIDES.map((side) => (
          <Competitor key={side} tie={tie} side={side} isFinal={isFinal} />
        ))}
      </div>
      <ul className="mt-1 flex flex-wrap gap-x-3 border-t border-line pt-1 text-[11.5px] text-muted">
        {matches.map((match, index) => (
          <MatchLine
            key={match.id}
            tie={tie}
            match={match}
            number={matches.length > 1 ? index + 1 : null}
            sport={sport}
            isFinal={isFinal}
          />
        ))}
      </ul>
    </div>
  );
}

function Competitor({ tie, side, isFinal }: { tie: DrawTie; side: Side; isFinal: boolean }) {
  const last = tie.matches.at(-1) ?? tie.matches[0];
  const index = side === 'home' ? 0 : 1;
  const tally = tallyOf(tie);
  // In a series, the number of games won says more than the single scores.
  const each = tie.kind === 'series' ? [] : tie.matches.map((match) => scoreFor(tie.matches, match, 'now')?.[index] ?? null);
  const shootOut = scoreFor(tie.matches, last, 'penalty')?.[index];
  const isOut = tie.winner !== null && tie.winner !== side;
  const Mark = isFinal ? Trophy : Check;
  return (
    <span className="flex min-w-0 items-center gap-1.5 leading-[21px]">
      <TeamName team={competitor(tie, side)} crestSize={16} isBehind={isOut} className="flex-1 gap-[7px]!" />
      {tie.winner === side && <Mark size={13} className="flex-none text-good" />}
      <span className={classNames('num flex flex-none gap-1.5 text-[14px]', isOut ? 'text-muted' : 'font-[650]')}>
        {each.map((score, i) => (
          <span key={i} className={tally ? 'font-normal text-faint' : undefined}>
            {score}
          </span>
        ))}
        {tally && <span>{tally[index]}</span>}
        {shootOut !== undefined && <small className="text-[11px] leading-[21px] font-normal text-muted">({shootOut})</small>}
      </span>
    </span>
  );
}

const TONES = { live: 'font-[650] text-live', warn: 'text-warn', quiet: '' } as const;

interface MatchLineProps {
  tie: DrawTie;
  match: MatchSummary;
  /** Number of the match in the tie; null if it is the only one. */
  number: number | null;
  sport: Sport;
  isFinal: boolean;
}

/** Shows when a match is played or its state; screen readers get the whole tie. */
function MatchLine({ tie, match, number, sport, isFinal }: MatchLineProps) {
  const t = useTranslations('leagues');
  const format = useFormatter();
  const time = useMatchTime(match, sport);
  const words = useTieWords();
  const { kickoff_at, status, score } = match;
  const isToCome = status === 'ns' && kickoff_at !== null;
  const when = isToCome ? format.dateTime(new Date(kickoff_at), 'day_time') : time.short;
  const label = number === null ? null : t(tie.kind === 'series' ? 'draw_game' : 'draw_leg', { n: number });
  const parts = (score.parts ?? []).map(({ home, away }) => `${home}–${away}`).join(', ');
  const hasParts = sport !== 'basketball' && parts !== '';
  // Beside the sets, the word for the end of a match could be mistaken for a round's.
  const isSaid = status === 'ft' && hasParts;
  const spoken = [
    label,
    words.line(match),
    words.parts(match),
    isToCome ? [when, time.long].filter(Boolean).join(', ') : time.spoken,
    ...words.outcome(tie, isFinal),
  ];
  return (
    <li className="flex min-w-0 gap-1.5">
      <Link
        to={`/match/${match.id}`}
        aria-label={spoken.filter(Boolean).join(', ')}
        className={classNames(
          'num flex min-w-0 flex-wrap gap-x-1.5 focus-visible:outline-none',
          number === null
            ? 'after:absolute after:inset-0 after:rounded-control focus-visible:after:outline-2 focus-visible:after:outline-accent'
            : 'underline-offset-2 hover:underline focus-visible:underline pointer-coarse:py-1.5',
        )}
      >
        {label && <span>{label}</span>}
        {!isSaid && <span className={TONES[time.tone]}>{when}</span>}
        {hasParts && <span className="text-faint">{parts}</span>}
      </Link>
    </li>
  );
}

/** Returns functions that describe a tie for screen readers. */
function useTieWords() {
  const t = useTranslations('leagues');
  const match = useTranslations('match');
  const nameOf = useLocalName();
  return {
    /** "Avalon 2–1 Northgate", or "Avalon v Northgate" before it begins. */
    line: ({ home, away, score }: MatchSummary): string => {
      const names = { home: nameOf(home), away: nameOf(away) };
      return score.home === null || score.away === null
        ? match('versus', names)
        : match('score_line', { ...names, home_score: score.home, away_score: score.away });
    },
    /** Returns the sets, maps or quarters; '' if there are none. */
    parts: ({ score: { parts = [] } }: MatchSummary): string =>
      parts.map(({ home, away, tiebreak }) => `${home}–${away}${tiebreak ? ` (${tiebreak.join('–')})` : ''}`).join(', '),
    /** Returns the aggregate score or games won, the shoot-out, and who advances, if they apply. */
    outcome: (tie: DrawTie, isFinal: boolean): string[] => {
      const tally = tallyOf(tie);
      const shootOut = scoreFor(tie.matches, tie.matches.at(-1) ?? tie.matches[0], 'penalty');
      const winner: TeamRef | null = tie.winner && competitor(tie, tie.winner);
      return [
        ...(tally ? [`${tally[0]}–${tally[1]} ${t(tie.kind === 'series' ? 'draw_games_won' : 'draw_aggregate')}`] : []),
        ...(shootOut ? [t('draw_shoot_out', { home: shootOut[0], away: shootOut[1] })] : []),
        ...(winner ? [t(isFinal ? 'draw_champion' : 'draw_through', { team: nameOf(winner) })] : []),
      ];
    },
  };
}
