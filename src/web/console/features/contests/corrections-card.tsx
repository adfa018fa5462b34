import { useFormatter, useTranslations } from 'use-intl';
import type { ContestCaseDetail } from '#contract/contest-admin.ts';
import { LONG_DATE_AND_TIME } from '#web/lib/dates.ts';
import { Card } from '#web/ui/card.tsx';

/** How often a contest was settled anew, and what that cost the house. Nothing where it never was. */
export function CorrectionsCard({ contest: { corrections } }: { contest: ContestCaseDetail }) {
  const t = useTranslations('admin_contests');
  const format = useFormatter();
  if (corrections.length === 0) return null;
  return (
    <Card title={t('corrections')}>
      <ol className="grid gap-2 text-[13.5px]">
        {corrections.map(({ round, result, house_loss, corrected_at }) => (
          <li key={round}>
            {t('correction', {
              when: format.dateTime(new Date(corrected_at), LONG_DATE_AND_TIME),
              result: result.join('–'),
              loss: house_loss,
            })}
          </li>
        ))}
      </ol>
    </Card>
  );
}
