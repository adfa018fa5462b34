import type { MatchState, MatchSummary } from '#contract/matches.ts';
import { matchGroup } from '#domain/matches/match-status.ts';
import type { PartScore } from '#domain/matches/score.ts';
import { SIDES, type Side, type Sport } from '#domain/matches/sport.ts';

/** Maximum number of figures: all sets of any match, or the last maps of a long series. */
const FIGURES_MAX = 5;

/** Returns the parts shown as figures: sets or maps, which the score counts, but not quarters. Null if none. */
export const figuresOf = (sport: Sport, { parts = [] }: MatchState['score']): readonly PartScore[] | null =>
  (sport === 'tennis' || sport === 'esports') && parts.length > 0
    ? parts.slice(parts.at(-1)?.points ? 1 - FIGURES_MAX : -FIGURES_MAX)
    : null;

/**
 * Shows sets or maps beside the score on desktops. They replace the probabilities, which say less than the games by then;
 * tie-break points are raised.
 */
export function PartFigures({ parts }: { parts: readonly PartScore[] }) {
  return (
    <span aria-hidden className="num grid gap-1 text-[13px] leading-[21px] max-md:hidden md:col-start-4 md:row-start-1">
      {SIDES.map((side, index) => (
        <span key={side} data-side={side} className="flex">
          {parts.map((part, place) => (
            <span
              key={place}
              className={`relative w-[29px] pr-3 text-right ${part[side] < part[side === 'home' ? 'away' : 'home'] ? 'text-faint' : 'text-muted'}`}
            >
              {part[side]}
              {part.tiebreak && (
                // Positioned absolutely: a raised figure in the flow would make the row higher.
                <sup className="absolute top-0 right-0 w-3 pl-px text-left text-[9px] leading-[12px]">{part.tiebreak[index]}</sup>
              )}
            </span>
          ))}
          <GamePoints parts={parts} side={side} className="w-[29px] pr-3 text-right" />
        </span>
      ))}
    </span>
  );
}

/** Shows a side's points in the current game. */
export function GamePoints({ parts = [], side, className }: { parts?: readonly PartScore[] | undefined; side: Side; className: string }) {
  const points = parts.at(-1)?.points;
  return points ? <span className={`num font-[650] text-live ${className}`}>{points[side === 'home' ? 0 : 1]}</span> : null;
}

/** Returns the parts for screen readers: "6–4, 6–7 (5–7), 2–1 40–15"; empty if there are none. */
export const spokenParts = (parts: readonly PartScore[] = []): string =>
  parts
    .map(({ home, away, tiebreak, points }) => {
      const more = tiebreak ? ` (${tiebreak.join('–')})` : points ? ` ${points.join('–')}` : '';
      return `${home}–${away}${more}`;
    })
    .join(', ');

interface RowColumns {
  row: string;
  star: string;
}

/**
 * The columns of a row, the same on the whole page so that all align: time, teams, score, probability, odds, star.
 * On phones, probability and odds are below the teams.
 */
export const ROW_COLUMNS: { withOdds: RowColumns; withoutOdds: RowColumns } = {
  withOdds: {
    row: 'grid-cols-[46px_minmax(0,1fr)_26px_22px] gap-2.5 md:grid-cols-[58px_minmax(0,1fr)_30px_124px_180px_26px] md:gap-3',
    star: 'col-start-4 row-start-1 md:col-start-6',
  },
  withoutOdds: {
    row: 'grid-cols-[46px_minmax(0,1fr)_26px_22px] gap-2.5 md:grid-cols-[58px_minmax(0,1fr)_30px_148px_26px] md:gap-3',
    star: 'col-start-4 row-start-1 md:col-start-5',
  },
};

/**
 * Returns whether a row has space for prices: not if the match is over, or has begun without a price. On the phone a match in play shows
 * its chances alone, because its prices cannot be had any more.
 */
export const hasOddsPlace = ({ status, market }: MatchSummary, isPhone: boolean): boolean => {
  const group = matchGroup(status);
  if (group === 'finished' || (isPhone && group === 'live' && market !== null)) return false;
  return market !== null || status === 'ns';
};

/** Row heights from the styles. On phones, probabilities and prices are below the teams. */
const DESKTOP_PX = 65;
const PHONE_PX = { teams: 67, market: 38.4, odds: 49.2 };

/** Returns the approximate height of a match's row in pixels, to within a line, reserved until it is rendered. */
export function rowHeight(match: MatchSummary, showOdds: boolean, isPhone: boolean): number {
  if (!isPhone) return DESKTOP_PX;
  const { teams, market, odds } = PHONE_PX;
  return teams + (match.market ? market : 0) + (showOdds && hasOddsPlace(match, isPhone) ? odds : 0);
}
