import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { ForecastGroup } from '#contract/forecast-league.ts';
import type { TableWindow } from '#domain/forecast/forecast-league.ts';
import { useUser } from '#web/data/session.ts';
import { copyText } from '#web/lib/sharing.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { groupQuery } from './api.ts';
import { EndButton, LeaveButton, RemoveButton, RenameButton } from './group-actions.tsx';
import { RankingTable } from './ranking-table.tsx';

interface GroupCardProps {
  group: ForecastGroup;
  isOpen: boolean;
  window: TableWindow;
  onOpen: () => void;
}

/** A league among friends: its code to send on, and, open, its table and what may be done with it. */
export function GroupCard({ group, isOpen, window, onOpen }: GroupCardProps) {
  const t = useTranslations('forecast_league');
  const link = () => `${globalThis.location.origin}/forecast-league?join=${group.code}`;
  return (
    <section className="rounded-card border border-line bg-surface p-4">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="min-w-0 flex-1 basis-full text-[16px] font-[650] wrap-anywhere sm:basis-0">
          {isOpen ? (
            group.name
          ) : (
            <button
              type="button"
              aria-label={t('open_group', { name: group.name })}
              onClick={onOpen}
              className="thumb rounded-tag text-left wrap-anywhere underline decoration-line-strong underline-offset-4 hover:decoration-text"
            >
              {group.name}
            </button>
          )}
        </h2>
        <p className="text-[13px] text-muted">{t('members', { count: group.members })}</p>
        <p className="num text-[13px] text-muted select-all">{t('code', { code: group.code })}</p>
        <Button look="quiet" size="s" onClick={() => void copyText(link())}>
          {t('copy_link')}
        </Button>
      </header>
      {isOpen && <OpenGroup group={group} window={window} />}
    </section>
  );
}

function OpenGroup({ group, window }: { group: ForecastGroup; window: TableWindow }) {
  const t = useTranslations('forecast_league');
  const user = useUser();
  const { data, error, refetch } = useQuery(groupQuery(group.id, window));
  return (
    <div className="mt-3">
      {!data && error && <ErrorState title={t('group_failed')} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-[120px]" />}
      {data && (
        <div className="overflow-x-auto">
          <RankingTable
            caption={t('open_group', { name: group.name })}
            rows={data.table}
            {...(group.is_owner && { asideOf: (handle, isMe) => !isMe && <RemoveButton group={group} handle={handle} /> })}
          />
        </div>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        {group.is_owner && <RenameButton group={group} />}
        {user && <LeaveButton group={group} handle={user.public_handle} />}
        {group.is_owner && <EndButton group={group} />}
      </div>
    </div>
  );
}
