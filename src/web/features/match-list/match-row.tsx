import Check from 'lucide-react/icons/check';
import { memo, useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import type { MatchSummary } from '#contract/matches.ts';
import { type Pick, picksOf, SIDES, type Sport } from '#domain/matches/sport.ts';
import { scorer, sideBehind } from '#web/data/match-state.ts';
import { classNames } from '#web/lib/class-names.ts';
import { useTicking } from '#web/lib/clock.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { type MatchTime, useMatchTime } from '#web/lib/match-time.ts';
import { usePickLabel } from '#web/lib/pick-name.ts';
import { slipAddress } from '#web/lib/slip-address.ts';
import { FavoriteStar } from '#web/ui/favorite-star.tsx';
import { ServeMark } from '#web/ui/match-marks.tsx';
import { OddsButton } from '#web/ui/odds.tsx';
import { ProbabilityBar } from '#web/ui/probability-bar.tsx';
import { TeamName } from '#web/ui/team-name.tsx';
import { figuresOf, GamePoints, hasOddsPlace, PartFigures, ROW_COLUMNS, spokenParts } from './row-parts.tsx';
import { ROW_LINK } from './use-list-keys.ts';

/** Labels of the prices, the same in every language. */
const LABELS: Record<Pick, string> = { home: '1', draw: 'X', away: '2' };

const WATCH_MS = 1_000;

interface RowOddsProps {
  match: MatchSummary;
  sport: Sport;
  /** The pick of the user's own bet. */
  myPick: Pick | null;
}

/**
 * Shows a row's prices. Before kick-off they are those that a stake gets, and open the slip at this market, pick and price; once the contest
 * is locked they are the bookmakers', as plain text.
 */
function RowOdds({ match, sport, myPick }: RowOddsProps) {
  const labelOf = usePickLabel(match, sport);
  const navigate = useNavigate();
  const { market, offer } = match;
  const picks = picksOf(match.draw_possible);
  const kickoffMs = match.kickoff_at === null ? 0 : Date.parse(match.kickoff_at);
  const isOpen = useTicking(WATCH_MS, (now) => match.status === 'ns' && kickoffMs > now.getTime());
  return (
    <div
      className={classNames(
        'relative z-1 grid gap-1.5',
        picks.length === 3 ? 'grid-cols-3' : 'grid-cols-2',
        !isOpen && 'pointer-events-none',
      )}
    >
      {picks.map((pick) => {
        const odds = (isOpen ? offer : market?.odds)?.[pick] ?? null;
        return (
          <OddsButton
            // From the house's price to the bookmakers' is no movement.
            key={`${pick} ${isOpen}`}
            label={LABELS[pick]}
            pickName={labelOf(pick)}
            odds={odds}
            isMine={myPick === pick}
            isSuspended={market?.suspended}
            onPick={isOpen && odds !== null ? () => navigate(slipAddress(match.id, pick, odds)) : undefined}
          />
        );
      })}
    </div>
  );
}

/** Animates the row once when a goal is scored while it is visible. */
function GoalSweep({ match }: { match: MatchSummary }) {
  const before = useRef(match);
  const [goals, setGoals] = useState(0);
  const [isSweeping, setSweeping] = useState(false);
  useEffect(() => {
    const scored = scorer(before.current, match) !== null;
    before.current = match;
    if (!scored) return;
    setGoals((count) => count + 1);
    setSweeping(true);
  }, [match]);
  if (!isSweeping) return null;
  return (
    <span
      // A second goal during the animation restarts it.
      key={goals}
      aria-hidden
      data-testid="goal-sweep"
      onAnimationEnd={() => setSweeping(false)}
      className="pointer-events-none absolute inset-0 animate-sweep bg-[linear-gradient(100deg,transparent_35%,var(--accent-soft)_50%,transparent_65%)] bg-[length:200%_100%] motion-reduce:hidden"
    />
  );
}

export interface MatchRowProps {
  match: MatchSummary;
  sport: Sport;
  showOdds: boolean;
  /** The pick of the user's own bet. */
  myPick: Pick | null;
  /** For lists with several days. */
  showDate?: boolean;
  /** Whether prices that the phone's styles hide need not be rendered. */
  isPhone?: boolean;
}

/** Shows a match on two lines; the whole row links to its page. */
export const MatchRow = memo(function MatchRow({ match, sport, showOdds, myPick, showDate, isPhone = false }: MatchRowProps) {
  const t = useTranslations('match');
  const nameOf = useLocalName();
  const time = useMatchTime(match, sport);
  const behind = sideBehind(match);
  const { score } = match;
  const [home, away] = [nameOf(match.home), nameOf(match.away)];
  const versus = t('versus', { home, away });
  const line =
    score.home === null || score.away === null ? versus : t('score_line', { home, away, home_score: score.home, away_score: score.away });
  const columns = showOdds ? ROW_COLUMNS.withOdds : ROW_COLUMNS.withoutOdds;
  const figures = figuresOf(sport, score);
  const hasOdds = showOdds && hasOddsPlace(match, isPhone);
  const serving = score.parts?.at(-1)?.serving;
  const spoken = [
    line,
    spokenParts(score.parts),
    serving && t('serves', { name: nameOf(match[serving]) }),
    time.spoken,
    score.awarded_to && t('wins', { winner: nameOf(match[score.awarded_to]) }),
  ];
  return (
    <li
      className={classNames(
        'relative grid items-center border-b border-line px-3 py-2.5 last:border-0 hover:bg-[color-mix(in_oklab,var(--raised)_60%,transparent)] md:px-4 md:py-[9px]',
        columns.row,
      )}
    >
      {/* Not for baskets, which are scored about every half minute. */}
      {sport !== 'basketball' && <GoalSweep match={match} />}
      <When time={time} kickoffAt={showDate ? match.kickoff_at : null} />
      <Link
        to={`/match/${match.id}`}
        {...{ [ROW_LINK]: match.id }}
        aria-label={spoken.filter(Boolean).join(', ')}
        className="grid min-w-0 gap-1 after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
      >
        {SIDES.map((side) => (
          <span key={side} className="flex min-w-0 items-center gap-[9px]">
            <TeamName team={match[side]} crestSize={18} isBehind={behind === side} />
            <RedCards count={match.red_cards[side]} />
            {serving === side && <ServeMark />}
            {score.awarded_to === side && <WonMark />}
            <GamePoints parts={score.parts} side={side} className="ml-auto text-[13px] md:hidden" />
          </span>
        ))}
      </Link>
      <span aria-hidden className="num grid gap-1 text-right text-[17px] leading-[21px]">
        {score.home !== null &&
          SIDES.map((side) => (
            <span key={side} className={behind === side ? 'text-muted' : undefined}>
              {score[side]}
            </span>
          ))}
      </span>
      <div className={classNames('grid', columns.star)}>
        <FavoriteStar kind="match" id={match.id} name={versus} />
      </div>
      {figures && <PartFigures parts={figures} />}
      {match.market && (
        <div className={classNames('col-start-2 col-end-5 row-start-2 md:col-start-4 md:col-end-5 md:row-start-1', figures && 'md:hidden')}>
          <ProbabilityBar probability={match.market.probability} />
        </div>
      )}
      {hasOdds && (
        <div
          className={classNames(
            'col-start-1 col-end-5 row-start-3 md:col-start-5 md:col-end-6 md:row-start-1',
            !hasOddsPlace(match, true) && 'max-md:hidden',
          )}
        >
          <RowOdds match={match} sport={sport} myPick={myPick} />
        </div>
      )}
    </li>
  );
});

const TONES: Record<MatchTime['tone'], string> = { live: 'text-live font-[650]', warn: 'text-muted', quiet: 'text-muted' };

function When({ time, kickoffAt }: { time: MatchTime; kickoffAt: string | null }) {
  const format = useFormatter();
  const note = time.long ?? (kickoffAt && format.dateTime(new Date(kickoffAt), 'day'));
  return (
    <span aria-hidden className={classNames('num min-w-0 text-[13px] leading-tight', TONES[time.tone])}>
      <span className="whitespace-nowrap">{time.short}</span>
      {note && (
        <small className={classNames('block text-[11px] leading-[1.15]', time.tone === 'warn' ? 'text-warn' : 'text-faint')}>{note}</small>
      )}
    </span>
  );
}

/** Marks the side that was awarded the match, which its score does not show. */
function WonMark() {
  return <Check aria-hidden size={14} strokeWidth={2.5} className="flex-none text-muted" />;
}

function RedCards({ count }: { count: number }) {
  const t = useTranslations('match');
  if (count === 0) return null;
  return (
    <span role="img" aria-label={t('red_cards', { count })} className="flex flex-none gap-[3px]">
      {Array.from({ length: count }, (_, i) => (
        <i key={i} className="h-3 w-[9px] rounded-[1.5px] bg-bad" />
      ))}
    </span>
  );
}
