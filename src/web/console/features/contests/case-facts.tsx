import { useFormatter, useTranslations } from 'use-intl';
import type { ContestCaseDetail } from '#contract/contest-admin.ts';
import { StateDot } from '#web/console/ui/state-dot.tsx';
import { TimeAgo } from '#web/console/ui/time-ago.tsx';
import { LONG_DATE_AND_TIME } from '#web/lib/dates.ts';
import { Card, FactList } from '#web/ui/card.tsx';

/** What is known of a contest's match, by whom and since when. */
export function CaseFacts({ contest: { match, facts, verdict } }: { contest: ContestCaseDetail }) {
  const t = useTranslations();
  const format = useFormatter();
  const time = (at: string | null) => (at === null ? '–' : format.dateTime(new Date(at), LONG_DATE_AND_TIME));
  return (
    <Card title={t('admin_contests.known')} aside={verdict.is_blind && <StateDot tone="bad">{t('admin_contests.blind')}</StateDot>}>
      <FactList
        facts={[
          { label: t('admin_contests.kickoff'), value: time(match.kickoff_at) },
          { label: t('admin_contests.started_at'), value: time(facts.started_at) },
          {
            label: t('admin_contests.status'),
            value: (
              <>
                {t(`match.status.long.${match.status}`)} · <TimeAgo at={facts.status_since} />
              </>
            ),
          },
          {
            label: t('admin_contests.result'),
            value: facts.result === null ? '–' : <span className="num">{facts.result.join('–')}</span>,
          },
          { label: t('admin_contests.result_since'), value: time(facts.result_since) },
          { label: t('admin_contests.confirmed'), value: <TimeAgo at={facts.confirmed_at} /> },
          { label: t('admin_contests.told_by'), value: facts.feeds.join(', ') || '–' },
        ]}
      />
    </Card>
  );
}
