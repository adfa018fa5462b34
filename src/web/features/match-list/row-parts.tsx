import type { MatchState, MatchSummary } from '#contract/matches.ts';
import { matchGroup } from '#domain/matches/match-status.ts';
import type { PartScore } from '#domain/matches/score.ts';
import { SIDES, type Side, type Sport } from '#domain/matches/sport.ts';

/** A column holds so many: all sets that there can be, and the last ones of a long series of maps. */
const FIGURES_MAX = 5;

/** The parts that a row has figures for: where the score counts sets or maps each is worth one, a quarter is not. Null where none. */
export const figuresOf = (sport: Sport, { parts = [] }: MatchState['score']): readonly PartScore[] | null =>
  (sport === 'tennis' || sport === 'esports') && parts.length > 0
    ? parts.slice(parts.at(-1)?.points ? 1 - FIGURES_MAX : -FIGURES_MAX)
    : null;

/**
 * Sets or maps one by one beside the score, on the desktop. They take the place of the probabilities, which say less once the
 * games do; a tie-break's points stand above its games.
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
                // Beside the flow: a raised figure would make the line, and so the row, higher.
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

/** A side's points of the game under way. */
export function GamePoints({ parts = [], side, className }: { parts?: readonly PartScore[] | undefined; side: Side; className: string }) {
  const points = parts.at(-1)?.points;
  return points ? <span className={`num font-[650] text-live ${className}`}>{points[side === 'home' ? 0 : 1]}</span> : null;
}

/** The parts as they are read out: "6–4, 6–7 (5–7), 2–1 40–15"; empty where none are told. */
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
 * The columns of a row, the same over the whole page, so that all line up: time, teams, score, probability, odds, star.
 * On the phone probability and odds go below the teams.
 */
export const ROW_COLUMNS: { withOdds: RowColumns; withoutOdds: RowColumns } = {
  withOdds: {
    row: 'grid-cols-[46px_minmax(0,1fr)_26px_22px] gap-2.5 md:grid-cols-[58px_minmax(0,1fr)_34px_148px_186px_26px] md:gap-3.5',
    star: 'col-start-4 row-start-1 md:col-start-6',
  },
  withoutOdds: {
    row: 'grid-cols-[46px_minmax(0,1fr)_26px_22px] gap-2.5 md:grid-cols-[58px_minmax(0,1fr)_34px_148px_26px] md:gap-3.5',
    star: 'col-start-4 row-start-1 md:col-start-5',
  },
};

/** Whether a row has a place for prices: what is over has none, nor what nobody has priced once it has begun. */
export const hasOddsPlace = ({ status, market }: MatchSummary): boolean =>
  matchGroup(status) !== 'finished' && (market !== null || status === 'ns');

/** As the rows' styles make them. On the phone the probabilities and the prices stand below the teams. */
const DESKTOP_PX = 65;
const PHONE_PX = { teams: 67, market: 38.4, odds: 49.2 };

/** How high a match's row is, in pixels, to within a line's height: for the place it holds until it has been drawn. */
export function rowHeight(match: MatchSummary, showOdds: boolean, isPhone: boolean): number {
  if (!isPhone) return DESKTOP_PX;
  const { teams, market, odds } = PHONE_PX;
  return teams + (match.market ? market : 0) + (showOdds && hasOddsPlace(match) ? odds : 0);
}
