import { useTranslations } from 'use-intl';
import type { StandingRow } from '#contract/leagues.ts';
import { classNames } from '#web/lib/class-names.ts';

const COLOURS = { good: 'bg-good', bad: 'bg-bad' } as const;

/** A stroke before a team's name: what its place is good or bad for. */
export function ZoneMark({ zone }: { zone: StandingRow['zone'] }) {
  const t = useTranslations('leagues');
  return (
    <>
      <i aria-hidden className={classNames('mr-[7px] h-[15px] w-[3px] flex-none rounded-sm', zone && COLOURS[zone])} />
      {zone && <span className="sr-only">{t(`zone.${zone}`)}: </span>}
    </>
  );
}
