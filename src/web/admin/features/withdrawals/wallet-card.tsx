import { useFormatter, useTranslations } from 'use-intl';
import type { Review } from '#contract/withdrawal-review.ts';
import { LONG_DATE } from '#web/lib/date-formats.ts';
import { Card } from '#web/ui/card.tsx';
import { FactList } from '#web/ui/fact-list.tsx';

/** Where the points would go, for how long that has been the user's, and what they had before. */
export function WalletCard({ withdrawal: { wallet_address, wallet_since, wallet_days }, wallet }: Pick<Review, 'withdrawal' | 'wallet'>) {
  const t = useTranslations('admin_withdrawals');
  const format = useFormatter();
  const address = (text: string | null, none: string) => <span className="num wrap-anywhere">{text ?? none}</span>;
  const date = (at: string) => format.dateTime(new Date(at), LONG_DATE);
  const isSame = wallet.current !== null && wallet.current === wallet_address;
  return (
    <Card title={t('wallet_card')}>
      <FactList
        facts={[
          { label: t('address'), value: address(wallet_address, t('unknown')) },
          { label: t('wallet_since'), value: `${date(wallet_since)} · ${t('wallet_age', { days: wallet_days })}` },
          { label: t('wallet_now'), value: isSame ? t('wallet_same') : address(wallet.current, t('wallet_removed')) },
          {
            label: t('wallet_past'),
            value:
              wallet.past.length === 0 ? (
                t('none_known')
              ) : (
                <ul>
                  {wallet.past.map((past) => (
                    <li key={past}>{address(past, '')}</li>
                  ))}
                </ul>
              ),
          },
        ]}
      />
    </Card>
  );
}
