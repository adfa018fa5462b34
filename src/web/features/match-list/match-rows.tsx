import { memo } from 'react';
import type { MatchSummary } from '#contract/matches.ts';
import type { Pick, Sport } from '#domain/matches/sport.ts';
import { useIsPhone } from '#web/lib/use-media.ts';
import { WhenNear } from '#web/ui/when-near.tsx';
import { MatchRow } from './match-row.tsx';
import { rowHeight } from './row-parts.tsx';

interface MatchRowsProps {
  matches: readonly MatchSummary[];
  sport: Sport;
  showOdds: boolean;
  /** The picks of the user's own bets, by match. */
  myPicks: ReadonlyMap<number, Pick>;
  /** For lists with several days. */
  showDate?: boolean;
  /** Number of rows rendered before layout is known. */
  firstRows?: number;
}

/** As many as a slow phone renders in a frame. */
const ROWS_A_PIECE = 1;

/** Lists matches in chunks: each is rendered while it is near the viewport, and a change affects only its own. */
export function MatchRows({ matches, firstRows = Number.POSITIVE_INFINITY, ...rest }: MatchRowsProps) {
  const isPhone = useIsPhone();
  const starts = Array.from({ length: Math.ceil(matches.length / ROWS_A_PIECE) }, (_, i) => i * ROWS_A_PIECE);
  // Keyed by position, not match: when matches move within a list, rows move, not chunks.
  return starts.map((start) => (
    <Piece key={start} matches={matches.slice(start, start + ROWS_A_PIECE)} isFirst={start < firstRows} isPhone={isPhone} {...rest} />
  ));
}

interface PieceProps extends Omit<MatchRowsProps, 'firstRows'> {
  isFirst: boolean;
  isPhone: boolean;
}

const Piece = memo(
  function Piece({ matches, sport, showOdds, myPicks, showDate = false, isFirst, isPhone }: PieceProps) {
    const height = matches.reduce((sum, match) => sum + rowHeight(match, showOdds, isPhone), 0);
    return (
      <WhenNear as="ul" height={height} isFirst={isFirst} className="border-line [contain:content] not-first-of-type:border-t">
        {() =>
          matches.map((match) => (
            <MatchRow
              key={match.id}
              match={match}
              sport={sport}
              showOdds={showOdds}
              myPick={myPicks.get(match.id) ?? null}
              showDate={showDate}
            />
          ))
        }
      </WhenNear>
    );
  },
  (a, b) =>
    a.sport === b.sport &&
    a.showOdds === b.showOdds &&
    a.myPicks === b.myPicks &&
    a.showDate === b.showDate &&
    a.isPhone === b.isPhone &&
    a.matches.length === b.matches.length &&
    a.matches.every((match, i) => match === b.matches[i]),
);
