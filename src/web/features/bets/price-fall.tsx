import { useTranslations } from 'use-intl';
import { formatOdds } from '#web/lib/odds-format.ts';

/** That a price is lower than the one agreed to: the old one struck through, the new one beside it. It is spoken as it comes. */
export function PriceFall({ fall }: { fall: { from: number; to: number } | null }) {
  const t = useTranslations('bets');
  return (
    <div role="alert">
      {fall && (
        <p className="mt-3 flex flex-wrap items-baseline justify-between gap-x-3 rounded-control bg-[color-mix(in_oklab,var(--warn)_15%,transparent)] px-3 py-2 text-[13px]">
          <span>{t('price_fell')}</span>
          <span className="num text-[15px]">
            <span className="sr-only">{t('price_was')} </span>
            <s className="text-muted">{formatOdds(fall.from)}</s> <span className="sr-only">{t('price_is')} </span>
            <b>{formatOdds(fall.to)}</b>
          </span>
        </p>
      )}
    </div>
  );
}
