import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Meta } from '#contract/meta.ts';
import type { Market } from '#domain/contest.ts';
import type { Pick } from '#domain/sport.ts';
import { useAwayUntil } from '#web/lib/care.ts';
import { usePickName } from '#web/lib/pick-name.ts';
import { useNow } from '#web/lib/use-now.ts';
import { AwayNote } from '#web/ui/away-note.tsx';
import { Card } from '#web/ui/card.tsx';
import type { ContestWithMine } from './api.ts';
import type { BetSlipProps } from './bet-slip.tsx';
import { BetSuccess } from './bet-success.tsx';
import { ContestStatus } from './contest-status.tsx';
import { MarketSwitch } from './market-switch.tsx';
import { MyBet } from './my-bet.tsx';
import { PickOptions } from './pick-options.tsx';
import { PriceNote } from './price-note.tsx';
import { StakeEntry } from './stake-entry.tsx';
import { takesStakes } from './stake-rules.ts';
import { useTimeTo } from './time-to.ts';
import { useSlip } from './use-slip.ts';

interface ContestCardProps extends Omit<BetSlipProps, 'matchId' | 'initialPick' | 'initialMarket'> {
  /** One a market. */
  contests: readonly [ContestWithMine, ...ContestWithMine[]];
  meta: Meta;
  initialPick: Pick | null;
  initialMarket: Market | null;
}

/** The contests of a match, one on show at a time: how it stands, what can be picked, and the slip. */
export function ContestCard({ contests, meta, home, away, league, initialPick, initialMarket }: ContestCardProps) {
  const t = useTranslations('bets');
  const now = useNow();
  const awayUntil = useAwayUntil();
  const [market, setMarket] = useState(() => initialMarket ?? firstMarket(contests));
  const contest = contests.find((each) => each.market === market) ?? contests[0];
  const slip = useSlip(contest, initialPick);
  const [isSheetOpen, setIsSheetOpen] = useState(initialPick !== null);
  const nameOf = usePickName({ home, away });
  const isOpen = takesStakes(contest, now);
  const canStake = isOpen && awayUntil === null;
  const closesIn = useTimeTo(contest.deadline_at, now);
  const title = t(contest.options.length === 3 ? 'contest' : 'contest_two');
  const choose = (pick: Pick) => {
    slip.choose(pick);
    setIsSheetOpen(true);
  };
  const show = (next: Market) => {
    if (slip.isPlacing) return;
    slip.leave();
    setMarket(next);
  };
  const close = () => {
    setIsSheetOpen(false);
    slip.closeReceipt();
  };
  const markets = <MarketSwitch contests={contests} market={contest.market} onChange={show} />;
  const mine = <MyBet contest={contest} nameOf={nameOf} isOpen={canStake} />;
  return (
    <Card title={title} aside={isOpen && t('closes', { when: closesIn })}>
      {markets}
      {!isOpen && <ContestStatus contest={contest} league={league} home={home} away={away} matchSpeed={meta.match_speed} now={now} />}
      {mine}
      <PickOptions
        contest={contest}
        stake={slip.stake}
        pick={canStake ? slip.pick : (contest.mine?.pick ?? null)}
        nameOf={nameOf}
        onPick={canStake ? choose : undefined}
      />
      {isOpen && <PriceNote contest={contest} now={now} />}
      <StakeEntry
        contest={contest}
        league={league}
        slip={slip}
        meta={meta}
        now={now}
        nameOf={nameOf}
        canStake={canStake}
        lead={t('contest_closes', { contest: title, when: closesIn })}
        above={
          <>
            {markets}
            {mine}
          </>
        }
        isSheetOpen={isSheetOpen}
        onSheet={setIsSheetOpen}
      />
      {isOpen && awayUntil && <AwayNote until={awayUntil} className="mt-3.5" />}
      <BetSuccess receipt={slip.receipt} nameOf={nameOf} onClose={close} />
    </Card>
  );
}

/** Where the user has something at stake; else the first, which is the pool. */
const firstMarket = (contests: ContestCardProps['contests']): Market => (contests.find(({ mine }) => mine !== null) ?? contests[0]).market;
