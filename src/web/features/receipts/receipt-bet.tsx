import { useFormatter, useTranslations } from 'use-intl';
import type { ReceiptBetView, ReceiptView } from '#contract/receipts.ts';
import { classNames } from '#web/lib/class-names.ts';
import { shortId } from '#web/lib/short-id.ts';
import { Tag } from '#web/ui/tag.tsx';
import { useArithmetic } from './bet-arithmetic.ts';
import { usePickWord } from './pick-word.ts';

interface ReceiptBetProps {
  receipt: ReceiptView;
  bet: ReceiptBetView;
}

/** One bet: whose, on what, what came of it, and how that was worked out. */
export function ReceiptBet({ receipt, bet }: ReceiptBetProps) {
  const t = useTranslations('receipts');
  const format = useFormatter();
  const pickWord = usePickWord(receipt.match);
  const arithmetic = useArithmetic(receipt)(bet);
  const isMine = bet.id === receipt.mine?.id;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1">
      <div className="min-w-0">
        <p className="flex min-w-0 items-center gap-2">
          <span className="truncate font-[550]" title={bet.player}>
            {bet.player}
          </span>
          {isMine && <Tag>{t('you')}</Tag>}
          <span className="num flex-none text-[11.5px] text-muted" title={bet.id}>
            {shortId(bet.id)}
          </span>
        </p>
        <p className="text-[13px] break-words text-muted">
          {t('staked_points', { points: format.number(bet.stake), pick: pickWord(bet.pick) })}
        </p>
      </div>
      <Outcome bet={bet} />
      {arithmetic.length > 0 && (
        <ul className="num col-span-2 text-[12.5px] font-medium text-muted">
          {arithmetic.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** What a bet was given; a refund is the stake back, and no loss. */
function Outcome({ bet: { state, hit, payout, refund } }: { bet: ReceiptBetView }) {
  const t = useTranslations('receipts');
  const format = useFormatter();
  const isWon = state === 'settled' && hit === true;
  const word = state === 'refunded' ? 'back' : state !== 'settled' ? 'open' : isWon ? 'paid' : 'lost';
  return (
    <p className="text-right">
      <span className={classNames('block text-[11.5px] font-[550]', isWon ? 'text-good' : 'text-muted')}>{t(word)}</span>
      <span className={classNames('num text-[15px]', isWon && 'font-bold text-good', word === 'lost' && 'text-muted')}>
        {word === 'open' ? '–' : format.number(word === 'back' ? refund : payout)}
      </span>
    </p>
  );
}
