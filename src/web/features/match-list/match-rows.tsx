import { memo } from 'react';
import type { MatchSummary } from '#contract/matches.ts';
import type { Pick, Sport } from '#domain/matches/sport.ts';
import { InTurn } from '#web/lib/in-turn.tsx';
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

/** Lists matches: each is rendered while it is near the viewport, and a change affects only its own row. */
export function MatchRows({ matches, firstRows = Number.POSITIVE_INFINITY, ...rest }: MatchRowsProps) {
  const isPhone = useIsPhone();
  // Keyed by position: when matches move within a list, places on the page stay.
  return matches.map((match, place) => <Row key={place} match={match} isFirst={place < firstRows} isPhone={isPhone} {...rest} />);
}

interface RowProps extends Omit<MatchRowsProps, 'matches' | 'firstRows'> {
  match: MatchSummary;
  isFirst: boolean;
  isPhone: boolean;
}

const Row = memo(function Row({ match, sport, showOdds, myPicks, showDate = false, isFirst, isPhone }: RowProps) {
  const height = rowHeight(match, showOdds, isPhone);
  return (
    <WhenNear
      as="ul"
      row={String(match.id)}
      height={height}
      isFirst={isFirst}
      className="border-line [contain:content] not-first-of-type:border-t"
    >
      {() => (
        <InTurn placeholder={<li style={{ height }} />}>
          {() => (
            <MatchRow
              key={match.id}
              match={match}
              sport={sport}
              showOdds={showOdds}
              myPick={myPicks.get(match.id) ?? null}
              showDate={showDate}
              isPhone={isPhone}
            />
          )}
        </InTurn>
      )}
    </WhenNear>
  );
});
