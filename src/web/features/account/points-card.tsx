import ChevronDown from 'lucide-react/icons/chevron-down';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { useFormatter, useTranslations } from 'use-intl';
import type { Overview } from '#contract/account.ts';
import { EXPERIENCE_PER_DAY_MAX, EXPERIENCE_WORTH, LEVEL_EXPERIENCE, LEVELS, type Level, nextLevel } from '#domain/ledger/levels.ts';
import { PLAY_MIN } from '#domain/settlement/play-at-risk.ts';
import { writeUsdt } from '#texts/write.ts';
import { errorText } from '#web/data/api-error.ts';
import { toast } from '#web/data/toasts.ts';
import { useLocale } from '#web/i18n/texts-provider.tsx';
import { classNames } from '#web/lib/class-names.ts';
import { useLevelName } from '#web/lib/level-name.ts';
import { Card } from '#web/ui/card.tsx';
import { useRecalculate } from './api.ts';

/** Shows the balance and its value, held points, lifetime totals, and the progress to the next level. */
export function PointsCard({ stats }: { stats: Overview['stats'] }) {
  const t = useTranslations();
  const format = useFormatter();
  const locale = useLocale();
  return (
    <Card
      title={t('account.points')}
      aside={
        <span className="flex items-center gap-1">
          {stats.held > 0 && t('account.held', { points: format.number(stats.held) })}
          <RecalculateButton />
        </span>
      }
    >
      <p className="num flex flex-wrap items-baseline gap-x-2">
        <span className="text-[52px] leading-none font-bold tracking-[-0.01em] [font-stretch:74%]">
          {format.number(stats.points_balance)}
        </span>
        <span className="text-[17px] font-[550] text-muted">
          {t('common.points_short')} · {t('account.usdt', { usdt: writeUsdt(locale, stats.usdt) })}
        </span>
      </p>
      <Lifetime stats={stats} />
      <LevelProgress stats={stats} />
      <LevelList level={stats.level} />
    </Card>
  );
}

/** Shows the points received and spent since the account was created; refunds are subtracted from both. */
function Lifetime({ stats }: { stats: Overview['stats'] }) {
  const t = useTranslations('account');
  const format = useFormatter();
  const facts = [
    { label: t('earned_in_all'), value: stats.lifetime_earned },
    { label: t('spent_in_all'), value: stats.spent },
  ];
  return (
    <dl className="mt-2.5 flex flex-wrap gap-x-5 gap-y-1 text-[12.5px]">
      {facts.map(({ label, value }) => (
        <div key={label} className="flex gap-1.5">
          <dt className="text-muted">{label}</dt>
          <dd className="num font-semibold">{format.number(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

function LevelProgress({ stats }: { stats: Overview['stats'] }) {
  const t = useTranslations('account');
  const format = useFormatter();
  const levelName = useLevelName();
  const { experience, level, level_from, level_to } = stats;
  const next = nextLevel(experience);
  const done = level_to === null ? 1 : (experience - level_from) / (level_to - level_from);
  return (
    <div className="mt-4 grid gap-[7px]">
      <div
        role="progressbar"
        aria-label={t('level_label', { level: levelName(level), experience: format.number(experience) })}
        aria-valuemin={level_from}
        aria-valuemax={level_to ?? experience}
        aria-valuenow={experience}
        className="h-2 overflow-hidden rounded-[5px] bg-line"
      >
        <div className="h-full rounded-[5px] bg-accent transition-[width] duration-250" style={{ width: `${100 * done}%` }} />
      </div>
      <div className="flex justify-between gap-3 text-[12.5px] text-muted">
        <span>{levelName(level)}</span>
        <span className="num">
          {level_to === null || next === null
            ? t('level_top', { experience: format.number(experience) })
            : t('level_progress', { from: format.number(experience), to: format.number(level_to), next: levelName(next) })}
        </span>
      </div>
    </div>
  );
}

/** Asks the server to recalculate the balance, and shows the result. */
function RecalculateButton() {
  const t = useTranslations('account');
  const format = useFormatter();
  const recalculate = useRecalculate();
  const start = () =>
    recalculate.mutate(undefined, {
      onSuccess: ({ balance, proven }) =>
        toast(proven ? 'success' : 'error', proven ? t('recalculated', { points: format.number(balance) }) : t('not_proven')),
      onError: (error) => toast('error', `${t('recalculation_failed')}. ${errorText(error)}`),
    });
  return (
    <button
      type="button"
      aria-label={t('recalculate')}
      title={t('recalculate')}
      aria-busy={recalculate.isPending || undefined}
      disabled={recalculate.isPending}
      onClick={start}
      className="thumb -my-2 -mr-1.5 grid size-8 place-items-center rounded-control text-muted hover:bg-raised hover:text-text"
    >
      <RefreshCw size={15} aria-hidden />
    </button>
  );
}

/** Lists what gives experience and where each level begins; collapsed at first. */
function LevelList({ level }: { level: Level }) {
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
