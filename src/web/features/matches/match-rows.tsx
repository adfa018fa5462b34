import { memo } from 'react';
import type { MatchSummary } from '#contract/matches.ts';
import type { Pick } from '#domain/sport.ts';
import { MatchRow } from './match-row.tsx';

interface MatchRowsProps {
  matches: readonly MatchSummary[];
  drawPossible: boolean;
  showOdds: boolean;
  /** What the user's own bets are on, by match. */
  myPicks: ReadonlyMap<number, Pick>;
  /** For lists that hold more than one day. */
  showDate?: boolean;
}

/** As many as a league has on a whole day's list. */
const ROWS_A_PIECE = 8;

/** Matches below each other, in pieces: a change in one of them concerns no other, neither in React nor in the browser's layout. */
export function MatchRows({ matches, ...rest }: MatchRowsProps) {
  const pieces = Array.from({ length: Math.ceil(matches.length / ROWS_A_PIECE) }, (_, i) =>
    matches.slice(i * ROWS_A_PIECE, (i + 1) * ROWS_A_PIECE),
  );
  // By place, not by match: what moves within a list moves rows, not pieces.
  return pieces.map((piece, i) => <Piece key={i} matches={piece} {...rest} />);
}

const Piece = memo(
  function Piece({ matches, drawPossible, showOdds, myPicks, showDate = false }: MatchRowsProps) {
    return (
      <ul className="border-line not-first-of-type:border-t">
        {matches.map((match) => (
          <MatchRow
            key={match.id}
            match={match}
            drawPossible={drawPossible}
            showOdds={showOdds}
            myPick={myPicks.get(match.id) ?? null}
            showDate={showDate}
          />
        ))}
      </ul>
    );
  },
  (a, b) =>
    a.drawPossible === b.drawPossible &&
    a.showOdds === b.showOdds &&
    a.myPicks === b.myPicks &&
    a.showDate === b.showDate &&
    a.matches.length === b.matches.length &&
    a.matches.every((match, i) => match === b.matches[i]),
);
