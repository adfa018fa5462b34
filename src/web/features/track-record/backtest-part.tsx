import { useTranslations } from 'use-intl';
import { loadBacktestWords } from '#web/i18n/backtest-words.ts';
import { lazyPart } from '#web/lib/lazy-part.tsx';
import { PartFailed } from '#web/ui/part-failed.tsx';
import { Skeleton } from '#web/ui/placeholders.tsx';
import { WhenSeen } from '#web/ui/when-near.tsx';

const Loaded = lazyPart(
  async () => {
    const [code] = await Promise.all([import('./backtest-section.tsx'), loadBacktestWords()]);
    return code.BacktestSection;
  },
  { fallback: () => <Skeleton className="h-[2400px] rounded-card md:h-[2000px]" />, failed: Failed },
);

function Failed() {
  const t = useTranslations('track_record');
  return <PartFailed title={t('past_failed')} />;
}

/** The test on past seasons: its code, figures and words are loaded when it comes near the screen. */
export const Backtest = () => (
  <div id={BACKTEST_ID} className="mt-8 scroll-mt-20">
    <WhenSeen className="h-[2400px] md:h-[2000px]">
      <Loaded />
    </WhenSeen>
  </div>
);

const BACKTEST_ID = 'past-seasons';

/** Leads down the page to the test on past seasons. */
export function BacktestLink() {
  const t = useTranslations('track_record');
  return (
    <a href={`#${BACKTEST_ID}`} className="thumb inline-flex items-center gap-1.5 text-[13.5px] font-[550] text-accent hover:underline">
      {t('past_link')}
    </a>
  );
}
