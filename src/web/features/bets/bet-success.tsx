import CircleCheck from 'lucide-react/icons/circle-check';
import Copy from 'lucide-react/icons/copy';
import { Link } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import type { Pick } from '#domain/matches/sport.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { shortId } from '#web/lib/number-formats.ts';
import { copyText } from '#web/lib/sharing.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FactLine } from './fact-lines.tsx';
import type { Receipt } from './use-slip.ts';

interface BetSuccessProps {
  /** Null while there is nothing to show. */
  receipt: Receipt | null;
  nameOf: (pick: Pick) => string;
  onClose: () => void;
}

/** Confirms a placed stake: amount, pick, odds, remaining balance and receipt number. */
export function BetSuccess({ receipt, nameOf, onClose }: BetSuccessProps) {
  const t = useTranslations('bets');
  const isAdded = receipt !== null && receipt.bet.stake > receipt.leg.stake;
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

interface SummaryProps {
  receipt: Receipt;
  isAdded: boolean;
  nameOf: (pick: Pick) => string;
}

function Summary({ receipt, isAdded, nameOf }: SummaryProps) {
  const t = useTranslations('bets');
  const format = useFormatter();
  const teamName = useLocalName();
  const { bet, leg, balance, seenOdds } = receipt;
  const points = (count: number) => t('points_value', { points: format.number(count) });
  const isBetter = leg.odds !== null && seenOdds !== null && leg.odds > seenOdds;
  const returnsLabel = bet.market === 'wdl' ? 'returns_now' : isAdded ? 'returns_whole' : 'returns_fixed';
  return (
    <>
      <dl className="grid gap-2">
        <FactLine label={t('summary_match')} isText>
          {teamName(bet.match.home)} – {teamName(bet.match.away)}
        </FactLine>
        <FactLine label={t('summary_pick')} isText>
          {nameOf(bet.pick)}
        </FactLine>
        <FactLine label={t('market')} isText>
          {t(`markets.${bet.market}`)}
        </FactLine>
        <FactLine label={t('summary_stake')}>
          {leg.odds === null ? points(leg.stake) : t('stake_at', { points: points(leg.stake), odds: format.number(leg.odds, 'odds') })}
        </FactLine>
        {isAdded && <FactLine label={t('summary_total')}>{points(bet.stake)}</FactLine>}
        {bet.returns_now !== null && <FactLine label={t(returnsLabel)}>{points(bet.returns_now)}</FactLine>}
        <FactLine label={t('balance')}>{points(balance)}</FactLine>
        <FactLine label={t('receipt_number')}>
          <ReceiptNumber id={leg.id} />
        </FactLine>
      </dl>
      {isBetter && (
        <p role="status" className="mt-3 text-[13px] font-[580] text-good">
          {t('better_price', { odds: format.number(leg.odds ?? 0, 'odds'), seen: format.number(seenOdds, 'odds') })}
        </p>
      )}
      <p className="mt-3 text-[12.5px] text-muted">
        {t.rich('receipt_later', {
          receipt: (words) => (
            <Link to={`/contests/${bet.contest_id}/receipt`} className="font-semibold text-accent hover:underline">
              {words}
            </Link>
          ),
        })}
      </p>
    </>
  );
}

/** Shows the end of the number, which is long; copies all of it. */
function ReceiptNumber({ id }: { id: string }) {
  const t = useTranslations('bets');
  return (
    <button
      type="button"
      aria-label={t('copy_receipt', { id: shortId(id) })}
      title={id}
      onClick={() => void copyText(id)}
      className="thumb -my-2 inline-flex items-center justify-end gap-1.5 py-2 hover:text-accent"
    >
      {shortId(id)}
      <Copy aria-hidden size={14} className="text-muted" />
    </button>
  );
}
