import { type ReactNode, useEffect } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { Meta } from '#contract/meta.ts';
import type { Pick } from '#domain/matches/sport.ts';
import { useIsPhone } from '#web/lib/use-media.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import type { ContestWithMine } from './api.ts';
import type { BetSlipProps } from './bet-slip.tsx';
import { FactLine } from './fact-lines.tsx';
import { PickOptions, PriceNote } from './pick-options.tsx';
import { StakeForm } from './stake-form.tsx';
import type { Slip } from './use-slip.ts';

interface StakeEntryProps {
  contest: ContestWithMine;
  league: BetSlipProps['league'];
  slip: Slip;
  meta: Meta;
  now: Date;
  nameOf: (pick: Pick) => string;
  labelOf: (pick: Pick) => string;
  /** Whether the user can stake: the contest is open, and they are not on time away. */
  canStake: boolean;
  /** A sentence below the sheet's title, also shown above its picks. */
  lead: string;
  above: ReactNode;
  isSheetOpen: boolean;
  onSheet: (isOpen: boolean) => void;
}

/** Shows the stake form below the picks, on phones in a sheet; or the contest's total if nothing can be staked. */
export function StakeEntry({
  contest,
  league,
  slip,
  meta,
  now,
  nameOf,
  labelOf,
  canStake,
  lead,
  above,
  isSheetOpen,
  onSheet,
}: StakeEntryProps) {
  const isPhone = useIsPhone();
  // Without a price there is no form, unless an amount was typed before the price was withdrawn.
  const hasForm = canStake && (contest.market === 'wdl' || contest.quote?.suspension === null || slip.digits !== '');
  const form = <StakeForm contest={contest} league={league} slip={slip} meta={meta} now={now} />;
  if (!hasForm) return <Staked contest={contest} />;
  if (!isPhone) return <div className="mt-3.5">{form}</div>;
  return (
    <>
      <Staked contest={contest} />
      <SlipSheet
        contest={contest}
        slip={slip}
        nameOf={nameOf}
        labelOf={labelOf}
        lead={lead}
        isOpen={isSheetOpen && slip.receipt === null}
        onOpen={() => onSheet(true)}
        onClose={() => onSheet(false)}
        above={above}
        now={now}
      >
        {form}
      </SlipSheet>
    </>
  );
}

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

interface SlipSheetProps {
  contest: ContestWithMine;
  slip: Slip;
  nameOf: (pick: Pick) => string;
  labelOf: (pick: Pick) => string;
  lead: string;
  isOpen: boolean;
  onOpen: () => void;
  onClose: () => void;
  /** Content before the picks: the markets, the existing bet. */
  above: ReactNode;
  now: Date;
  children: ReactNode;
}

/** The slip on phones: a bottom sheet, and the bar above the navigation that opens it. */
function SlipSheet({ contest, slip, nameOf, labelOf, lead, isOpen, onOpen, onClose, above, now, children }: SlipSheetProps) {
  const t = useTranslations('bets');
  const { pick } = slip;
  useBarAboveNav();
  const label = () => {
    if (contest.mine !== null) return t('add_to_bet');
    return pick === null ? t('predict') : t('predict_pick', { pick: nameOf(pick) });
  };
  return (
    <>
      <div className="fixed inset-x-0 bottom-[calc(66px+env(safe-area-inset-bottom))] z-10 border-t border-line bg-[color-mix(in_oklab,var(--surface)_94%,transparent)] px-3 py-2.5 backdrop-blur-[12px] in-data-[keyboard]:hidden">
        <Button wide size="l" onClick={onOpen}>
          <span className="truncate">{label()}</span>
        </Button>
      </div>
      <Dialog open={isOpen} onClose={onClose} title={pick === null ? t('predict') : nameOf(pick)} lead={lead} isCalm>
        {above}
        <div className="mb-3">
          <PickOptions contest={contest} stake={slip.stake} pick={pick} nameOf={nameOf} labelOf={labelOf} onPick={slip.choose} />
          <PriceNote contest={contest} now={now} />
        </div>
        {children}
      </Dialog>
    </>
  );
}

/** Adds space for the bar at the end of the page. Set on the body instead of `:has`, for which browsers search the whole page. */
function useBarAboveNav(): void {
  useEffect(() => {
    document.body.toggleAttribute('data-bar-above-nav', true);
    return () => void document.body.toggleAttribute('data-bar-above-nav', false);
  }, []);
}
