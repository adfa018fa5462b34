import { CircleCheck } from 'lucide-react';
import { Link } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import type { Pick } from '#domain/sport.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FactLine } from './fact-line.tsx';
import type { Receipt } from './use-slip.ts';

interface BetSuccessProps {
  /** Null while there is nothing to tell. */
  receipt: Receipt | null;
  nameOf: (pick: Pick) => string;
  onClose: () => void;
}

/** The stake is placed: what was staked on what, and what is left. */
export function BetSuccess({ receipt, nameOf, onClose }: BetSuccessProps) {
  const t = useTranslations('bets');
  const isAdded = receipt !== null && receipt.bet.stake > receipt.stakedNow;
  return (
    <Dialog
      open={receipt !== null}
      onClose={onClose}
      title={
        <span className="flex items-center gap-2">
          <CircleCheck aria-hidden size={22} className="text-good" />
          {t(isAdded ? 'success_added' : 'success')}
        </span>
      }
    >
      {receipt && <Summary receipt={receipt} isAdded={isAdded} nameOf={nameOf} />}
      <div className="mt-5 grid grid-cols-2 gap-2">
        <Button look="quiet" asChild>
          <Link to="/bets">{t('see_bets')}</Link>
        </Button>
        <Button onClick={onClose}>{t('done')}</Button>
      </div>
    </Dialog>
  );
}

function Summary({ receipt, isAdded, nameOf }: { receipt: Receipt; isAdded: boolean; nameOf: (pick: Pick) => string }) {
  const t = useTranslations('bets');
  const format = useFormatter();
  const teamName = useLocalName();
  const { bet, balance, stakedNow } = receipt;
  const points = (count: number) => t('points_value', { points: format.number(count) });
  return (
    <dl className="grid gap-2">
      <FactLine label={t('summary_match')} isText>
        {teamName(bet.match.home)} – {teamName(bet.match.away)}
      </FactLine>
      <FactLine label={t('summary_pick')} isText>
        {nameOf(bet.pick)}
      </FactLine>
      <FactLine label={t('summary_stake')}>{points(stakedNow)}</FactLine>
      {isAdded && <FactLine label={t('summary_total')}>{points(bet.stake)}</FactLine>}
      {bet.returns_now !== null && <FactLine label={t('returns_now')}>{points(bet.returns_now)}</FactLine>}
      <FactLine label={t('balance')}>{points(balance)}</FactLine>
    </dl>
  );
}
