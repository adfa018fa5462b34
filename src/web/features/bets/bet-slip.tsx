import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { TeamRef } from '#contract/matches.ts';
import type { Meta } from '#contract/meta.ts';
import type { Pick } from '#domain/sport.ts';
import { useAwayUntil, useCare } from '#web/lib/care.ts';
import { useMeta } from '#web/lib/meta.ts';
import { useOverview } from '#web/lib/overview.ts';
import { useUser } from '#web/lib/session.ts';
import type { SettlingLeague } from '#web/lib/settling-rule.ts';
import { useIsPhone } from '#web/lib/use-media.ts';
import { useNow } from '#web/lib/use-now.ts';
import { AwayNote } from '#web/ui/away-note.tsx';
import { Card } from '#web/ui/card.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { ContestWithMine } from './api.ts';
import { BetSuccess } from './bet-success.tsx';
import { ContestStatus } from './contest-status.tsx';
import { FactLine } from './fact-line.tsx';
import { MyBet } from './my-bet.tsx';
import { usePickName } from './pick-name.ts';
import { PickOptions } from './pick-options.tsx';
import { SlipSheet } from './slip-sheet.tsx';
import { StakeForm } from './stake-form.tsx';
import { takesStakes } from './stake-rules.ts';
import { useTimeTo } from './time-to.ts';
import { useContest } from './use-contest.ts';
import { useSlip } from './use-slip.ts';

export interface BetSlipProps {
  matchId: number;
  home: TeamRef;
  away: TeamRef;
  league: SettlingLeague & { draw_possible: boolean };
  /** Chosen on the way here, in a row of the match list say; on the phone it opens the sheet. */
  initialPick?: Pick | null;
}

/**
 * The pool contest of a match and the slip to stake in it: a card in the right column, on the phone a card with a sheet and a
 * bar that stays in reach. It asks for the contest by itself and follows the match's topic.
 */
export function BetSlip(props: BetSlipProps) {
  const t = useTranslations('bets');
  const contest = useContest(props.matchId);
  const meta = useMeta();
  if (contest.isError && !contest.data) {
    return (
      <Card>
        <ErrorState title={t('load_contest_failed')} error={contest.error} onRetry={() => void contest.refetch()} />
      </Card>
    );
  }
  if (contest.data === undefined || !meta) return <Skeleton className="h-[300px] rounded-card" />;
  if (contest.data === null) {
    return (
      <Card title={t(props.league.draw_possible ? 'contest' : 'contest_two')}>
        <p className="text-[13px] text-muted">{t('no_contest')}</p>
      </Card>
    );
  }
  return <ContestCard key={props.matchId} {...props} contest={contest.data} meta={meta} />;
}

function ContestCard({ home, away, league, initialPick = null, contest, meta }: BetSlipProps & { contest: ContestWithMine; meta: Meta }) {
  const t = useTranslations('bets');
  const isPhone = useIsPhone();
  const now = useNow();
  const isGuest = useUser() === null;
  const balance = useOverview().data?.stats.points_balance ?? null;
  const care = useCare();
  const awayUntil = useAwayUntil();
  const slip = useSlip(contest, initialPick);
  const [isSheetOpen, setIsSheetOpen] = useState(initialPick !== null);
  const nameOf = usePickName({ home, away });
  const isOpen = takesStakes(contest, now);
  const canStake = isOpen && awayUntil === null;
  const closesIn = useTimeTo(contest.deadline_at, now);
  const title = t(contest.options.length === 3 ? 'contest' : 'contest_two');
  const form = (
    <StakeForm
      contest={contest}
      league={league}
      slip={slip}
      meta={meta}
      isGuest={isGuest}
      balance={isGuest ? null : balance}
      care={care}
      now={now}
    />
  );
  const choose = (pick: Pick) => {
    slip.choose(pick);
    setIsSheetOpen(true);
  };
  return (
    <Card title={title} aside={isOpen && t('closes', { when: closesIn })}>
      {!isOpen && <ContestStatus contest={contest} league={league} home={home} away={away} matchSpeed={meta.match_speed} />}
      <MyBet contest={contest} nameOf={nameOf} isOpen={canStake} />
      <PickOptions
        contest={contest}
        pick={canStake ? slip.pick : (contest.mine?.pick ?? null)}
        nameOf={nameOf}
        onPick={canStake ? choose : undefined}
      />
      {canStake && !isPhone ? <div className="mt-3.5">{form}</div> : <Pool contest={contest} />}
      {isOpen && awayUntil && <AwayNote until={awayUntil} className="mt-3.5" />}
      {canStake && isPhone && (
        <SlipSheet
          contest={contest}
          slip={slip}
          nameOf={nameOf}
          lead={t('contest_closes', { contest: title, when: closesIn })}
          isOpen={isSheetOpen && slip.receipt === null}
          onOpen={() => setIsSheetOpen(true)}
          onClose={() => setIsSheetOpen(false)}
        >
          {form}
        </SlipSheet>
      )}
      <BetSuccess
        receipt={slip.receipt}
        nameOf={nameOf}
        onClose={() => {
          setIsSheetOpen(false);
          slip.closeReceipt();
        }}
      />
    </Card>
  );
}

function Pool({ contest }: { contest: ContestWithMine }) {
  const t = useTranslations('bets');
  const format = useFormatter();
  return (
    <dl className="mt-3">
      <FactLine label={t('pool')}>
        {t('pool_value', { points: format.number(contest.total_stake), players: contest.participants })}
      </FactLine>
    </dl>
  );
}
