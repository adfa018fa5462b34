import TriangleExclamationPoint from 'lucide-react/icons/triangle-exclamation-point';
import { useFormatter, useTranslations } from 'use-intl';
import type { FeedState, Overview } from '#contract/overview.ts';
import { StateDot } from '#web/console/ui/state-dot.tsx';
import { useTicking } from '#web/lib/clock.ts';

/** Whether the ledger is proven, and how fresh each feed is: beside the page's heading. */
export function SiteStates({ ledger, feeds }: Pick<Overview, 'ledger' | 'feeds'>) {
  const t = useTranslations('admin_overview');
  return (
    <>
      {ledger.proof === null ? (
        <StateDot tone="warn">{t('ledger_unproven')}</StateDot>
      ) : ledger.proof.proven ? (
        <StateDot tone="good">
          <Ago at={ledger.proof.proven_at}>{(ago) => t('ledger_proven', { ago })}</Ago>
        </StateDot>
      ) : (
        <StateDot tone="bad">{t('ledger_faulty')}</StateDot>
      )}
      {feeds.map((feed) => (
        <FeedDot key={feed.feed} feed={feed} />
      ))}
    </>
  );
}

function FeedDot({ feed: { feed: name, state, heard_at } }: { feed: FeedState }) {
  const t = useTranslations('admin_overview');
  if (state === 'refused') return <StateDot tone="bad">{t('feed_refused', { name })}</StateDot>;
  const isLate = state === 'late';
  if (heard_at === null) {
    return <StateDot tone={isLate ? 'bad' : 'quiet'}>{t(isLate ? 'feed_late_silent' : 'feed_quiet', { name })}</StateDot>;
  }
  return (
    <StateDot tone={isLate ? 'bad' : 'good'}>
      <Ago at={heard_at}>{(ago) => t(isLate ? 'feed_late' : 'feed', { name, ago })}</Ago>
    </StateDot>
  );
}

/** Text that includes an age, by the server's clock. */
function Ago({ at, children }: { at: string; children: (ago: string) => string }) {
  const format = useFormatter();
  const date = new Date(at);
  const ago = useTicking(5_000, (now) => format.relativeTime(date, { now: now < date ? date : now, style: 'narrow' }));
  return children(ago);
}

/** Current problems of the site, and switched-off features; empty if there are none. */
export function ProblemsNote({ problems, switches, house }: Pick<Overview, 'problems' | 'switches' | 'house'>) {
  const t = useTranslations('admin_overview');
  const off = switches.filter(({ is_on }) => !is_on).map(({ name }) => t(`switches.${name}`));
  const lines = [
    ...problems.map((problem) => t(`problems.${problem}`)),
    ...(house.is_closed ? [t('house_closed')] : []),
    ...(off.length > 0 ? [t('switched_off', { names: off.join(', ') })] : []),
  ];
  if (lines.length === 0) return null;
  return (
    <section
      aria-label={t('problems_heading')}
      className="flex gap-3 rounded-card border border-warn bg-[color-mix(in_oklab,var(--warn)_8%,var(--surface))] px-4 py-3 text-[13.5px]"
    >
      <TriangleExclamationPoint size={18} aria-hidden className="mt-px flex-none text-warn" />
      <ul className="grid gap-1">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}
