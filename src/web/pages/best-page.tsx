import { useQuery } from '@tanstack/react-query';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Sparkles from 'lucide-react/icons/sparkles';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import type { BestOfDay } from '#contract/best.ts';
import { bestQuery } from '#web/features/best/api.ts';
import { BestLists, hasAny } from '#web/features/best/best-lists.tsx';
import { addDays, localDate, noonOf } from '#web/features/match-list/local-day.ts';
import { loadOutlookWords } from '#web/i18n/outlook-words.ts';
import { dateIn } from '#web/lib/address-values.ts';
import { useTicking } from '#web/lib/clock.ts';
import { usePage } from '#web/lib/use-page.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/placeholders.tsx';

/** The words of this page, which no other page loads first. */
export const loadWords = loadOutlookWords;

/** What was remarkable of a day: surprises, turns, comebacks, goals. A day that does not exist shows today. */
export function BestPage() {
  const t = useTranslations();
  const format = useFormatter();
  const [params] = useSearchParams();
  const today = useTicking(10_000, localDate);
  const wanted = dateIn(params.get('date'));
  const date = wanted ?? today;
  const written = format.dateTime(noonOf(date), 'date');
  usePage(wanted ? t('titles.best_on', { date: written }) : t('titles.best'), { heading: t('titles.best'), back: '/matches' });
  const { data, error, refetch } = useQuery(bestQuery(date));
  const hrefOf = (day: string) => (day === today ? '/best' : `/best?date=${day}`);
  return (
    <div className="page-width max-w-[1000px]!">
      <h1 className="text-[20px] font-[680] max-md:sr-only">{t('best.heading')}</h1>
      <p className="mt-1 mb-3 text-muted">{t('best.lead')}</p>
      <nav aria-label={t('best.heading')} className="mb-4 flex items-center gap-2">
        <Step label={t('best.day_before')} to={hrefOf(addDays(date, -1))}>
          <ChevronLeft size={18} aria-hidden />
        </Step>
        <p aria-live="polite" className="num min-w-[150px] flex-1 text-center text-[14px] font-[620] md:flex-none">
          {date === today ? t('best.today') : format.dateTime(noonOf(date), 'date', { weekday: 'short' })}
        </p>
        <Step label={t('best.day_after')} to={date < today ? hrefOf(addDays(date, 1)) : null}>
          <ChevronRight size={18} aria-hidden />
        </Step>
      </nav>
      {!data && error && <ErrorState title={t('best.failed')} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <BestSkeleton />}
      {data && <Day day={data} isToday={date >= today} />}
    </div>
  );
}

const STEP =
  'grid size-9 flex-none place-items-center rounded-control border border-line text-muted hover:border-line-strong hover:text-text pointer-coarse:size-11';

/** A link to another day; null where there is none to come. */
function Step({ label, to, children }: { label: string; to: string | null; children: ReactNode }) {
  if (to === null) {
    return (
      <span aria-hidden className={`${STEP} text-line-strong`}>
        {children}
      </span>
    );
  }
  return (
    <Link to={to} aria-label={label} preventScrollReset className={STEP}>
      {children}
    </Link>
  );
}

function Day({ day, isToday }: { day: BestOfDay; isToday: boolean }) {
  const t = useTranslations('best');
  const { ended, concealed } = day.counts;
  return (
    <>
      {concealed > 0 && (
        <p className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card border border-line bg-surface px-4 py-3">
          {t('concealed', { count: concealed })}
          <Link to="/spoiler-shield" className="thumb relative font-[550] text-accent hover:underline">
            {t('concealed_action')}
          </Link>
        </p>
      )}
      {hasAny(day) ? (
        <>
          <BestLists day={day} />
          <p className="mt-3 px-1 text-[12.5px] text-muted">{t('ended', { count: ended })}</p>
        </>
      ) : (
        <Nothing ended={ended} isHidden={concealed > 0} isToday={isToday} />
      )}
    </>
  );
}

function Nothing({ ended, isHidden, isToday }: { ended: number; isHidden: boolean; isToday: boolean }) {
  const t = useTranslations();
  const toMatches = (
    <Button look="quiet" asChild>
      <Link to="/matches">{t('common.to_matches')}</Link>
    </Button>
  );
  if (ended > 0) {
    return (
      <EmptyState icon={<Sparkles size={28} />} title={t('best.quiet')} hint={t('best.quiet_hint', { count: ended })} action={toMatches} />
    );
  }
  if (isHidden) {
    return <EmptyState icon={<Sparkles size={28} />} title={t('best.hidden')} hint={t('best.hidden_hint')} action={toMatches} />;
  }
  return (
    <EmptyState
      icon={<Sparkles size={28} />}
      title={t(isToday ? 'best.empty' : 'best.empty_past')}
      hint={isToday && t('best.empty_hint')}
      action={toMatches}
    />
  );
}

const BestSkeleton = () => (
  <div className="grid gap-4 md:grid-cols-2">
    {[0, 1, 2, 3].map((index) => (
      <Skeleton key={index} className="h-[320px] rounded-card" />
    ))}
  </div>
);
