import Copy from 'lucide-react/icons/copy';
import ExternalLink from 'lucide-react/icons/external-link';
import { useTranslations } from 'use-intl';
import { shortWallet } from '#domain/withdrawals/payout-text.ts';
import { copyText } from '#web/lib/sharing.ts';

/** A link to the public record of a payout, and its whole hash to copy. */
export function TransactionLink({ hash }: { hash: string }) {
  const t = useTranslations('redeem');
  return (
    <span className="num inline-flex items-center gap-1">
      <a
        href={`https://tronscan.org/#/transaction/${hash}`}
        target="_blank"
        rel="noopener noreferrer"
        title={hash}
        className="thumb inline-flex items-center gap-1.5 font-semibold text-accent underline underline-offset-2"
      >
        {shortWallet(hash)}
        <ExternalLink size={14} aria-hidden />
        <span className="sr-only">{t('explorer')}</span>
      </a>
      <button
        type="button"
        aria-label={t('copy_transaction')}
        title={t('copy_transaction')}
        onClick={() => void copyText(hash)}
        className="thumb -my-1.5 grid size-8 place-items-center rounded-control text-muted hover:bg-raised hover:text-text"
      >
        <Copy size={14} aria-hidden />
      </button>
    </span>
  );
}
