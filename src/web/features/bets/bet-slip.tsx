import { useTranslations } from 'use-intl';
import type { TeamRef } from '#contract/matches.ts';
import { useMeta } from '#web/data/queries.tsx';
import type { SettlingLeague } from '#web/lib/settlement-words.ts';
import type { SlipStart } from '#web/lib/slip-address.ts';
import { Card } from '#web/ui/card.tsx';
import { ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { ContestCard } from './contest-card.tsx';
import { useContests } from './use-contests.ts';

export interface BetSlipProps {
  matchId: number;
  home: TeamRef;
  away: TeamRef;
  league: SettlingLeague;
  /** Whether the match can end level, for the title while there is no contest. */
  drawPossible: boolean;
  /** Whether no bets are taken on the match. */
  isBarred: boolean;
  /** What was chosen before, for example in a row of the match list; a pick opens the sheet on phones. */
  start?: SlipStart;
}

const NOTHING_CHOSEN: SlipStart = { pick: null, market: null, odds: null };

/**
 * Shows the contests of a match and the slip to stake in them: a card in the right column; on phones a card with a sheet and a
 * bar that stays visible. Fetches the contests itself and follows the match's topic.
 */
export function BetSlip({ matchId, drawPossible, isBarred, start = NOTHING_CHOSEN, ...match }: BetSlipProps) {
  const t = useTranslations('bets');
  const contests = useContests(matchId);
  const meta = useMeta();
  if (contests.isError && !contests.data) {
    return (
      <Card>
        <ErrorState title={t('load_contest_failed')} error={contests.error} onRetry={() => void contests.refetch()} />
      </Card>
    );
  }
  if (contests.data === undefined || !meta) return <Skeleton className="h-[300px] rounded-card" />;
  const [first, ...others] = contests.data.items;
  if (first === undefined) {
    return (
      <Card title={t(drawPossible ? 'contest' : 'contest_two')}>
        <p className="text-[13px] text-muted">{t(isBarred ? 'void_reason.barred' : 'no_contest')}</p>
      </Card>
    );
  }
  return <ContestCard key={matchId} {...match} contests={[first, ...others]} meta={meta} start={start} />;
}
