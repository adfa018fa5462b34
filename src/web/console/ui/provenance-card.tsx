import { useFormatter, useTranslations } from 'use-intl';
import type { ProvenanceView } from '#contract/fraud-signals.ts';
import { Card } from '#web/ui/card.tsx';

/** "contests 88%, check-in 9%": the two largest origins of a user's points. */
export function OriginsBrief({ origins }: { origins: ProvenanceView['origins'] }) {
  const t = useTranslations('admin_evidence');
  const format = useFormatter();
  const largest = origins
    .filter(({ share }) => share > 0)
    .sort((a, b) => b.share - a.share)
    .slice(0, 2);
  if (largest.length === 0) return t('no_origins');
  return largest
    .map(({ origin, share }) => t('origin_share', { origin: t(`origins.${origin}`), share: format.number(share, WHOLE_PERCENT) }))
    .join(', ');
}

const WHOLE_PERCENT = { style: 'percent', maximumFractionDigits: 0 } as const;

/** The origins of a user's points: each share as a bar, and the points gained less those lost. */
export function ProvenanceCard({ provenance: { origins, redeemed } }: { provenance: ProvenanceView }) {
  const t = useTranslations('admin_evidence');
  const format = useFormatter();
  const signed = (points: number) => format.number(points, { signDisplay: 'exceptZero' }).replace('-', '−');
  return (
    <Card title={t('provenance')}>
      <table className="w-full border-collapse text-left text-[13.5px]">
        <thead className="sr-only">
          <tr>
            <th scope="col">{t('origin')}</th>
            <th scope="col">{t('share')}</th>
            <th scope="col">{t('points')}</th>
          </tr>
        </thead>
        <tbody>
          {origins.map(({ origin, points, share }) => (
            <tr key={origin}>
              <th scope="row" className="py-1 pr-3 font-medium whitespace-nowrap first-letter:uppercase">
                {t(`origins.${origin}`)}
              </th>
              <td className="w-full py-1">
                <span className="flex items-center gap-2">
                  <span
                    aria-hidden
                    className="h-2 min-w-0 flex-1 overflow-hidden rounded-sm bg-[color-mix(in_oklab,var(--line)_65%,transparent)]"
                  >
                    <span className="block h-full bg-accent" style={{ width: `${share * 100}%` }} />
                  </span>
                  <span className="num w-10 text-right">{format.number(share, WHOLE_PERCENT)}</span>
                </span>
              </td>
              <td className="num py-1 pl-3 text-right whitespace-nowrap">{signed(points)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-2 text-[12.5px] text-muted">{t('redeemed', { points: redeemed })}</p>
    </Card>
  );
}
