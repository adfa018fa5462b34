import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { Meta } from '#contract/meta.ts';
import type { Pick } from '#domain/matches/sport.ts';
import type { Market } from '#domain/settlement/contest.ts';
import { MINUTE_MS } from '#domain/time.ts';
import { useAwayUntil } from '#web/data/play-limits.ts';
import { useNow } from '#web/lib/clock.ts';
import { usePickLabel, usePickName } from '#web/lib/pick-name.ts';
import type { SlipStart } from '#web/lib/slip-address.ts';
import { Card } from '#web/ui/card.tsx';
import { AwayNote } from '#web/ui/obstacles.tsx';
import { Segmented } from '#web/ui/switches.tsx';
import type { ContestWithMine } from './api.ts';
import type { BetSlipProps } from './bet-slip.tsx';
import { BetSuccess } from './bet-success.tsx';
import { ContestStatus } from './contest-status.tsx';
import { recallStake, type Stake } from './open-stake.ts';
import { PickOptions, PriceNote } from './pick-options.tsx';
import { StakeEntry } from './stake-entry.tsx';
import { takesStakes } from './stake-rules.ts';
import { useSlip } from './use-slip.ts';

interface ContestCardProps extends Omit<BetSlipProps, 'matchId' | 'drawPossible' | 'isBarred' | 'start'> {
  /** One for each market. */
  contests: readonly [ContestWithMine, ...ContestWithMine[]];
  meta: Meta;
  start: SlipStart;
}

/** Shows the contests of a match, one at a time: its state, the picks, and the slip. */
export function ContestCard({ contests, meta, home, away, league, start: given }: ContestCardProps) {
  const t = useTranslations('bets');
  const now = useNow();
  const awayUntil = useAwayUntil();
  const [left] = useState(() => recallStake(contests[0].match_id));
  const start = left === null ? given : startAgain(left);
  const [market, setMarket] = useState(() => start.market ?? firstMarket(contests, now));
  /** The price that was tapped in a list, until another pick or market is chosen. */
  const [tappedOdds, setTappedOdds] = useState(start.odds);
  const contest = contests.find((each) => each.market === market) ?? contests[0];
  const slip = useSlip(contest, start, left);
  const [isSheetOpen, setIsSheetOpen] = useState(start.pick !== null);
  const nameOf = usePickName({ home, away });
  const labelOf = usePickLabel({ home, away }, league.sport);
  const isOpen = takesStakes(contest, now);
  const canStake = isOpen && awayUntil === null;
  const closesIn = useTimeTo(contest.deadline_at, now);
  const title = t(contest.options.length === 3 ? 'contest' : 'contest_two');
  const choose = (pick: Pick) => {
    slip.choose(pick);
    setTappedOdds(null);
    setIsSheetOpen(true);
  };
  const show = (next: Market) => {
    if (slip.isPlacing) return;
    slip.leave();
    setTappedOdds(null);
    setMarket(next);
  };
  const close = () => {
    setIsSheetOpen(false);
    slip.closeReceipt();
  };
  const markets = <MarketSwitch contests={contests} market={contest.market} onChange={show} />;
  const mine = <MyBet contest={contest} nameOf={nameOf} isOpen={canStake} />;
  const hasTapped = tappedOdds !== null && start.pick !== null && slip.receipt === null;
  const gone = hasTapped && !isForSale(contests, now) && <PriceGone odds={tappedOdds} pick={nameOf(start.pick!)} />;
  return (
    <Card title={title} aside={isOpen && t('closes', { when: closesIn })}>
      {gone}
      {markets}
      {!isOpen && <ContestStatus contest={contest} league={league} home={home} away={away} matchSpeed={meta.match_speed} now={now} />}
      {mine}
      <PickOptions
        contest={contest}
        stake={slip.stake}
        pick={canStake ? slip.pick : (contest.mine?.pick ?? null)}
        nameOf={nameOf}
        labelOf={labelOf}
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
        labelOf={labelOf}
        canStake={canStake}
        lead={t('contest_closes', { contest: title, when: closesIn })}
        above={
          <>
            {gone}
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

/** Returns the slip of a stake whose outcome is not known. */
const startAgain = ({ input: { pick = null, market } }: Stake): SlipStart => ({ pick, market, odds: null });

/**
 * Returns the market to begin with: that of the user's stake; otherwise the one that offers most: a pool with stakes, fixed odds with prices,
 * an empty pool; the first one if nothing is open.
 */
function firstMarket(contests: ContestCardProps['contests'], now: Date): Market {
  const open = contests.filter((contest) => takesStakes(contest, now));
  const offering = [
    contests.find(({ mine }) => mine !== null),
    open.find(({ market, total_stake }) => market === 'wdl' && total_stake > 0),
    open.find(({ quote }) => quote?.suspension === null),
    open.find(({ market }) => market === 'wdl'),
  ];
  return (offering.find((contest) => contest !== undefined) ?? contests[0]).market;
}

/** Returns whether fixed odds can be had now. */
const isForSale = (contests: ContestCardProps['contests'], now: Date): boolean =>
  contests.some((contest) => contest.quote?.suspension === null && takesStakes(contest, now));

/** Says that the price that was tapped in a list cannot be had any more. */
function PriceGone({ odds, pick }: { odds: number; pick: string }) {
  const t = useTranslations('bets');
  const format = useFormatter();
  return (
    <p role="alert" className="mb-3 rounded-control bg-[color-mix(in_oklab,var(--warn)_15%,transparent)] px-3 py-2 text-[13px]">
      {t('price_gone', { odds: format.number(odds, 'odds'), pick })}
    </p>
  );
}

const MINUTES_TOLD_MAX = 120;

/** Formats the time until a moment, in minutes for the last two hours: "in 42 minutes"; '' for null. */
function useTimeTo(at: string | null, now: Date): string {
  const format = useFormatter();
  if (at === null) return '';
  const minutes = (Date.parse(at) - now.getTime()) / MINUTE_MS;
  const inMinutes = minutes >= 1 && minutes < MINUTES_TOLD_MAX;
  return format.relativeTime(new Date(at), { now, ...(inMinutes && { unit: 'minute' }) });
}

interface MarketSwitchProps {
  contests: readonly ContestWithMine[];
  market: Market;
  onChange: (market: Market) => void;
}

/** Selects one of a match's contests; renders nothing for a single one. */
function MarketSwitch({ contests, market, onChange }: MarketSwitchProps) {
  const t = useTranslations('bets');
  if (contests.length < 2) return null;
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

interface MyBetProps {
  contest: ContestWithMine;
  nameOf: (pick: Pick) => string;
  /** Whether the user can add to the bet. */
  isOpen: boolean;
}

/** Shows the user's bet in a contest, and its result. */
function MyBet({ contest, nameOf, isOpen }: MyBetProps) {
  const t = useTranslations('bets');
  const format = useFormatter();
  const { mine, winner, state } = contest;
  if (mine === null) return null;
  const outcome = () => {
    if (mine.state === 'refunded') return t('my_bet_back', { points: mine.stake });
    if (state === 'settled') return winner === mine.pick ? t('my_bet_right', { points: mine.payout }) : t('my_bet_wrong');
    if (mine.state === 'unknown') return t('unknown_hint');
    return isOpen ? t('my_bet_add') : null;
  };
  const isOver = mine.state === 'refunded' || mine.state === 'settled';
  const lines = [
    // Rounded down, as each single stake was.
    mine.payout_if_right !== null &&
      !isOver &&
      t('my_bet_pays', {
        points: mine.payout_if_right,
        odds: format.number(Math.floor((100 * mine.payout_if_right) / mine.stake) / 100, 'odds'),
      }),
    outcome(),
    mine.state === 'settled' && mine.refund > 0 && t('returned_late', { points: format.number(mine.refund) }),
  ];
  return (
    <div className="mb-3 grid gap-0.5 rounded-control bg-accent-soft px-3 py-2.5 text-[13px]">
      <p className="flex justify-between gap-3">
        <span className="flex-none font-semibold text-accent">{t('my_bet')}</span>
        <span className="min-w-0 text-right font-[580] break-words">
          {t('my_bet_value', { points: format.number(mine.stake), pick: nameOf(mine.pick) })}
        </span>
      </p>
      {lines.map(
        (line) =>
          line && (
            <p key={line} className="text-muted">
              {line}
            </p>
          ),
      )}
    </div>
  );
}
