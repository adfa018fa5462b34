import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { Meta } from '#contract/meta.ts';
import type { Pick } from '#domain/sport.ts';
import { useIsPhone } from '#web/lib/use-media.ts';
import type { ContestWithMine } from './api.ts';
import type { BetSlipProps } from './bet-slip.tsx';
import { FactLine } from './fact-line.tsx';
import { SlipSheet } from './slip-sheet.tsx';
import { StakeForm } from './stake-form.tsx';
import type { Slip } from './use-slip.ts';

interface StakeEntryProps {
  contest: ContestWithMine;
  league: BetSlipProps['league'];
  slip: Slip;
  meta: Meta;
  now: Date;
  nameOf: (pick: Pick) => string;
  /** Whether the user may stake at all: the contest is open, and they are not away. */
  canStake: boolean;
  /** One sentence below the sheet's title, and what stands above its picks. */
  lead: string;
  above: ReactNode;
  isSheetOpen: boolean;
  onSheet: (isOpen: boolean) => void;
}

/** Where a stake is filled in: below the picks, on the phone in a sheet. Where nothing can be staked, how much is in the contest. */
export function StakeEntry({ contest, league, slip, meta, now, nameOf, canStake, lead, above, isSheetOpen, onSheet }: StakeEntryProps) {
  const isPhone = useIsPhone();
  // Where nothing is for sale there is nothing to fill in; what was typed stays while a price is away.
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
