import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { acceptQuarantined, dropQuarantined, listQuarantine, type QuarantineRow } from '#contract/contest-admin.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { call } from '#web/console/lib/call.ts';
import { useAdmin } from '#web/console/lib/session.ts';
import { useAdminCall } from '#web/console/lib/use-admin-call.ts';
import { TimeAgo } from '#web/console/ui/elapsed-time.tsx';
import { ReasonDialog } from '#web/console/ui/reason-dialog.tsx';
import { toast } from '#web/data/toasts.ts';
import { useLocale } from '#web/i18n/texts-provider.tsx';
import { localName } from '#web/lib/local-name.ts';
import { Button } from '#web/ui/button.tsx';

export type Decision = 'accept' | 'drop';

interface Chosen {
  row: QuarantineRow;
  decision: Decision;
}

/** Rejected reports of feeds: reason, contents, and actions. */
export function QuarantineList({ rows, isStale }: { rows: readonly QuarantineRow[]; isStale: boolean }) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  return (
    <>
      <ul className={isStale ? 'opacity-60' : undefined}>
        {rows.map((row) => (
          <QuarantineItem key={row.id} row={row} onDecide={(decision) => setChosen({ row, decision })} />
        ))}
      </ul>
      {chosen && <QuarantineDialog {...chosen} onClose={() => setChosen(null)} />}
    </>
  );
}

function QuarantineItem({ row, onDecide }: { row: QuarantineRow; onDecide: (decision: Decision) => void }) {
  const t = useTranslations('admin_quarantine');
  const format = useFormatter();
  const locale = useLocale();
  const role = useAdmin()?.role;
  const { feed, kind, feed_id, reason, payload, times, first_seen_at, last_seen_at, match, is_acceptable } = row;
  const may = (access: readonly string[]) => role !== undefined && access.includes(role);
  return (
    <li className="grid gap-2 border-b border-line py-3.5 first:pt-0 last:border-0 last:pb-0">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <span className="font-[620]">
          {/* Untranslated: there are dozens, and their readers know feeds. */}
          {reason.replaceAll('_', ' ')}
        </span>
        <span className="text-[13px] text-muted">
          {feed} · {kind} · <span className="wrap-anywhere">{feed_id}</span>
        </span>
        <span className="ml-auto text-[13px] text-muted">
          {t('times', { times })} · <TimeAgo at={last_seen_at} />
        </span>
      </div>
      {match && (
        <p className="text-[13.5px]">
          {localName(match.home, locale)} – {localName(match.away, locale)}
          {match.score && <span className="num ml-2 font-semibold">{match.score.join('–')}</span>}
        </p>
      )}
      <details>
        <summary className="w-fit cursor-pointer text-[13px] font-[550] text-muted hover:text-text">{t('payload')}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it. */}
        <pre tabIndex={0} className="mt-2 max-h-[260px] overflow-auto rounded-control bg-bg p-3 text-[12px]">
          {JSON.stringify(payload, null, 2)}
        </pre>
        <p className="mt-1 text-[12.5px] text-muted">
          {t('first_seen', { when: format.dateTime(new Date(first_seen_at), 'day_time_year') })}
        </p>
      </details>
      <div className="flex flex-wrap gap-2">
        {is_acceptable && may(acceptQuarantined.access) && (
          <Button look="quiet" size="s" onClick={() => onDecide('accept')}>
            {t('accept')}
          </Button>
        )}
        {may(dropQuarantined.access) && (
          <Button look="plain" size="s" onClick={() => onDecide('drop')}>
            {t('drop')}
          </Button>
        )}
      </div>
    </li>
  );
}

interface QuarantineDialogProps {
  row: QuarantineRow;
  decision: Decision;
  onClose: () => void;
}

/** Accepts or discards a rejected report, with a reason. */
function QuarantineDialog({ row, decision, onClose }: QuarantineDialogProps) {
  const t = useTranslations('admin_quarantine');
  const accept = useAdminCall(acceptQuarantined);
  const drop = useAdminCall(dropQuarantined);

  async function decide(reason: string) {
    if (decision === 'drop') {
      await drop.mutateAsync({ id: row.id, reason });
      return toast('success', t('dropped'));
    }
    const { changed } = await accept.mutateAsync({ id: row.id, reason });
    toast('success', t(changed ? 'accepted' : 'accepted_unchanged'));
  }

  return (
    <ReasonDialog
      title={t(`${decision}_title`)}
      lead={t(`${decision}_lead`)}
      submit={t(decision)}
      look={decision === 'accept' ? 'primary' : 'danger'}
      onClose={onClose}
      onConfirm={decide}
    />
  );
}

export type QuarantineFilter = InputOf<typeof listQuarantine>;

/** Reports of feeds that were rejected, newest first. */
export const quarantineQuery = (filter: QuarantineFilter) =>
  queryOptions({
    queryKey: ['quarantine', filter],
    queryFn: ({ signal }) => call(listQuarantine, filter, signal),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });
