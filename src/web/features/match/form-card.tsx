import { useTranslations } from 'use-intl';
import type { MatchDetail } from '#contract/matches.ts';
import { SIDES } from '#domain/sport.ts';
import { Card } from '#web/ui/card.tsx';
import { FormDots } from '#web/ui/form-dots.tsx';
import { TeamName } from '#web/ui/team-name.tsx';

/** How both sides came here: their last results of the season. */
export function FormCard({ match }: { match: MatchDetail }) {
  const t = useTranslations('match');
  return (
    <Card title={t('form_title')} aside={t('form_order')}>
      <ul className="grid grid-cols-1 gap-3">
        {SIDES.map((side) => (
          <li key={side} className="flex items-center justify-between gap-3">
            <TeamName team={match[side]} />
            {match.standing[side].form.length > 0 ? (
              <FormDots form={match.standing[side].form} letters />
            ) : (
              <span className="text-right text-[12.5px] text-faint">{t('form_none')}</span>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
