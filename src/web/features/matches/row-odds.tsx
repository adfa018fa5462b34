import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import type { MatchSummary } from '#contract/matches.ts';
import { type Pick, picksOf } from '#domain/sport.ts';
import { classNames } from '#web/lib/class-names.ts';
import { useTicking } from '#web/lib/use-now.ts';
import { OddsButton } from '#web/ui/odds-button.tsx';

/** What stands above the prices, the same in every language. */
const LABELS: Record<Pick, string> = { home: '1', draw: 'X', away: '2' };

const WATCH_MS = 1_000;

interface RowOddsProps {
  match: MatchSummary;
  drawPossible: boolean;
  /** What the user's own bet is on. */
  myPick: Pick | null;
}

/** A row's prices. Before kick-off they lead to the slip with the outcome picked; once the contest is locked they only inform. */
export function RowOdds({ match, drawPossible, myPick }: RowOddsProps) {
  const t = useTranslations('common');
  const navigate = useNavigate();
  const { market } = match;
  const picks = picksOf(drawPossible);
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
      {picks.map((pick) => (
        <OddsButton
          key={pick}
          label={LABELS[pick]}
          pickName={t(pick)}
          odds={market?.odds[pick] ?? null}
          isMine={myPick === pick}
          isSuspended={market?.suspended}
          onPick={isOpen ? () => navigate(`/match/${match.id}?pick=${pick}`) : undefined}
        />
      ))}
    </div>
  );
}
