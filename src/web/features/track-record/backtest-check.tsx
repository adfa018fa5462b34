import { useFormatter, useTranslations } from 'use-intl';
import { Card } from '#web/ui/card.tsx';
import { BACKTEST } from './backtest-rows.ts';

/** Where results and odds are from. */
const SOURCE = 'football-data.co.uk';

/** What makes the figures again from the files of football-data.co.uk, and what adds up a site's own record again. */
const COMMANDS = {
  past: `npm run backtest -- --data football-data --from ${BACKTEST.from}`,
  live: `npm run check:track-record -- ${window.location.origin}`,
} as const;

/** Says what is honest about the test and what is not, and how to check it. */
export function BacktestCheck() {
  const t = useTranslations('backtest');
  const format = useFormatter();
  const month = (text: string) => format.dateTime(new Date(`${text}-15T12:00:00Z`), { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const { looks, model, made_on: madeOn, settings_until: until } = BACKTEST;
  const day = format.dateTime(new Date(`${madeOn}T12:00:00Z`), { dateStyle: 'medium', timeZone: 'UTC' });
  return (
    <div className="grid grid-cols-1 gap-4">
      <Card title={t('honest')}>
        <ul className="grid list-disc gap-2 pl-4 text-[13.5px] text-muted">
          <li>{t('honest_order')}</li>
          <li>{t('honest_settings', { month: month(until) })}</li>
          <li>{t('honest_looks', { count: looks })}</li>
          <li>{t('honest_odds')}</li>
          <li>{t('honest_made', { model, day })}</li>
        </ul>
      </Card>
      <Card title={t('check')}>
        {(['past', 'live'] as const).map((name) => (
          <div key={name} className="not-first:mt-3">
            <p className="text-[13.5px] text-muted">{t(`check_${name}`, { source: SOURCE })}</p>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content has to be reachable by keyboard. */}
            <pre tabIndex={0} className="mt-1.5 overflow-x-auto rounded-control border border-line bg-bg p-3 text-[12px]">
              {COMMANDS[name]}
            </pre>
          </div>
        ))}
        <p className="mt-3 text-[12.5px] text-muted">{t('sources', { source: SOURCE })}</p>
      </Card>
    </div>
  );
}
