import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { Meta } from '#contract/meta.ts';
import type { Market } from '#domain/contest.ts';
import type { Pick } from '#domain/sport.ts';
import { useAwayUntil } from '#web/lib/care.ts';
import { useIsPhone } from '#web/lib/use-media.ts';
import { useNow } from '#web/lib/use-now.ts';
import { AwayNote } from '#web/ui/away-note.tsx';
import { Card } from '#web/ui/card.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import type { ContestWithMine } from './api.ts';
import type { BetSlipProps } from './bet-slip.tsx';
import { BetSuccess } from './bet-success.tsx';
import { ContestStatus } from './contest-status.tsx';
import { FactLine } from './fact-line.tsx';
import { MyBet } from './my-bet.tsx';
import { usePickName } from './pick-name.ts';
import { PickOptions } from './pick-options.tsx';
import { PriceNote } from './price-note.tsx';
import { SlipSheet } from './slip-sheet.tsx';
import { StakeForm } from './stake-form.tsx';
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
  const isPhone = useIsPhone();
  const now = useNow();
  const awayUntil = useAwayUntil();
  const [market, setMarket] = useState(() => initialMarket ?? firstMarket(contests));
  const contest = contests.find((each) => each.market === market) ?? contests[0];
  const slip = useSlip(contest, initialPick);
  const [isSheetOpen, setIsSheetOpen] = useState(initialPick !== null);
  const nameOf = usePickName({ home, away });
  const isOpen = takesStakes(contest, now);
  // Where nothing is for sale there is nothing to fill in; what was typed stays while a price is away.
  const isForSale = contest.market === 'wdl' || contest.quote?.suspension === null || slip.digits !== '';
  const canStake = isOpen && awayUntil === null;
  const hasForm = canStake && isForSale;
  const closesIn = useTimeTo(contest.deadline_at, now);
  const title = t(contest.options.length === 3 ? 'contest' : 'contest_two');
  const form = <StakeForm contest={contest} league={league} slip={slip} meta={meta} now={now} />;
  const choose = (pick: Pick) => {
    slip.choose(pick);
    setIsSheetOpen(true);
  };
  const markets = contests.length > 1 && (
    <MarketSwitch
      contests={contests}
      market={contest.market}
      onChange={(next) => {
        if (slip.isPlacing) return;
        slip.leave();
        setMarket(next);
      }}
    />
  );
  return (
    <Card title={title} aside={isOpen && t('closes', { when: closesIn })}>
      {markets}
      {!isOpen && <ContestStatus contest={contest} league={league} home={home} away={away} matchSpeed={meta.match_speed} now={now} />}
      <MyBet contest={contest} nameOf={nameOf} isOpen={canStake} />
      <PickOptions
        contest={contest}
        stake={slip.stake}
        pick={canStake ? slip.pick : (contest.mine?.pick ?? null)}
        nameOf={nameOf}
        onPick={canStake ? choose : undefined}
      />
      {isOpen && <PriceNote contest={contest} now={now} />}
      {hasForm && !isPhone ? <div className="mt-3.5">{form}</div> : <Staked contest={contest} />}
      {isOpen && awayUntil && <AwayNote until={awayUntil} className="mt-3.5" />}
      {hasForm && isPhone && (
        <SlipSheet
          contest={contest}
          slip={slip}
          nameOf={nameOf}
          lead={t('contest_closes', { contest: title, when: closesIn })}
          isOpen={isSheetOpen && slip.receipt === null}
          onOpen={() => setIsSheetOpen(true)}
          onClose={() => setIsSheetOpen(false)}
          above={
            <>
              {markets}
              <MyBet contest={contest} nameOf={nameOf} isOpen />
            </>
          }
          now={now}
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

/** Where the user has something at stake; else the first, which is the pool. */
const firstMarket = (contests: ContestCardProps['contests']): Market => (contests.find(({ mine }) => mine !== null) ?? contests[0]).market;

interface MarketSwitchProps {
  contests: readonly ContestWithMine[];
  market: Market;
  onChange: (market: Market) => void;
}

function MarketSwitch({ contests, market, onChange }: MarketSwitchProps) {
  const t = useTranslations('bets');
  return (
    <Segmented
      label={t('market')}
      value={market}
      options={contests.map((contest) => ({ value: contest.market, label: t(`markets.${contest.market}`) }))}
      onChange={onChange}
      className="mb-3"
    />
  );
}

/** How much is in a contest, where there is no form that says it. */
function Staked({ contest }: { contest: ContestWithMine }) {
  const t = useTranslations('bets');
  const format = useFormatter();
  return (
    <dl className="mt-3">
      <FactLine label={t(contest.market === 'wdl' ? 'pool' : 'staked')}>
        {t('pool_value', { points: format.number(contest.total_stake), players: contest.participants })}
      </FactLine>
    </dl>
  );
}
