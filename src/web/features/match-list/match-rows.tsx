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
  drawPossible: boolean;
  showOdds: boolean;
  /** What the user's own bets are on, by match. */
  myPicks: ReadonlyMap<number, Pick>;
  /** For lists that hold more than one day. */
  showDate?: boolean;
  /** How many are drawn before the browser knows where on the page they are. */
  firstRows?: number;
}

/** As many as can be drawn in a frame on a slow phone. */
const ROWS_A_PIECE = 1;

/** Matches below each other, in pieces: each is drawn as long as it is near the screen, and a change in one concerns no other. */
export function MatchRows({ matches, firstRows = Number.POSITIVE_INFINITY, ...rest }: MatchRowsProps) {
  const isPhone = useIsPhone();
  const starts = Array.from({ length: Math.ceil(matches.length / ROWS_A_PIECE) }, (_, i) => i * ROWS_A_PIECE);
  // By place, not by match: what moves within a list moves rows, not pieces.
  return starts.map((start) => (
    <Piece key={start} matches={matches.slice(start, start + ROWS_A_PIECE)} isFirst={start < firstRows} isPhone={isPhone} {...rest} />
  ));
}

interface PieceProps extends Omit<MatchRowsProps, 'firstRows'> {
  isFirst: boolean;
  isPhone: boolean;
}

const Piece = memo(
  function Piece({ matches, sport, drawPossible, showOdds, myPicks, showDate = false, isFirst, isPhone }: PieceProps) {
    const height = matches.reduce((sum, match) => sum + rowHeight(match, showOdds, isPhone), 0);
    return (
      <WhenNear as="ul" height={height} isFirst={isFirst} className="border-line [contain:content] not-first-of-type:border-t">
        {() =>
          matches.map((match) => (
            <MatchRow
              key={match.id}
              match={match}
              sport={sport}
              drawPossible={drawPossible}
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
    a.drawPossible === b.drawPossible &&
    a.showOdds === b.showOdds &&
    a.myPicks === b.myPicks &&
    a.showDate === b.showDate &&
    a.isPhone === b.isPhone &&
    a.matches.length === b.matches.length &&
    a.matches.every((match, i) => match === b.matches[i]),
);
