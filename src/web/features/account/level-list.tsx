import { ChevronDown } from 'lucide-react';
import { useFormatter, useTranslations } from 'use-intl';
import { EXPERIENCE_PER_DAY_MAX, EXPERIENCE_WORTH, LEVEL_EXPERIENCE, LEVELS, type Level } from '#domain/levels.ts';
import { PLAY_MIN } from '#domain/play-at-risk.ts';
import { classNames } from '#web/lib/class-names.ts';
import { useLevelName } from '#web/lib/level-name.ts';

/** What experience is given for, and at how much of it each level begins; unfolded when asked. */
export function LevelList({ level }: { level: Level }) {
  const t = useTranslations('account');
  const format = useFormatter();
  const levelName = useLevelName();
  return (
    <details className="group mt-3 text-[12.5px]">
      <summary className="thumb flex w-fit cursor-pointer list-none items-center gap-1 font-semibold text-muted hover:text-text">
        {t('levels_heading')}
        <ChevronDown size={14} aria-hidden className="transition-transform group-open:rotate-180" />
      </summary>
      <p className="mt-1.5 text-pretty text-muted">
        {t('levels_rule', { ...EXPERIENCE_WORTH, max: EXPERIENCE_PER_DAY_MAX, least: PLAY_MIN })}
      </p>
      <ol className="mt-2 grid grid-cols-2 gap-x-4 gap-y-1">
        {LEVELS.map((each) => (
          <li
            key={each}
            aria-current={each === level ? 'true' : undefined}
            className={classNames('flex justify-between gap-2', each === level ? 'font-semibold text-accent' : 'text-muted')}
          >
            <span>{levelName(each)}</span>
            <span className="num whitespace-nowrap">{t('level_from', { experience: format.number(LEVEL_EXPERIENCE[each]) })}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}
