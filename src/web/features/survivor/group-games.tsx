import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { useLocalName } from '#web/lib/local-name.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, Tag } from '#web/ui/card.tsx';
import { ErrorState } from '#web/ui/placeholders.tsx';
import { groupGamesQuery } from './api.ts';

/** The survivor games of a tipping group, for its members; with `canStart`, also the way to begin one. */
export function GroupGames({ groupId, canStart }: { groupId: string; canStart: boolean }) {
  const t = useTranslations('tipping.survivor');
  const nameOf = useLocalName();
  const { data, error, refetch } = useQuery(groupGamesQuery(groupId));
  if (!data && error) return <ErrorState title={t('failed')} error={error} onRetry={() => void refetch()} />;
  const games = data?.mine ?? [];
  if (!data || (games.length === 0 && !canStart)) return null;
  return (
    <Card title={t('heading')} className="mt-6 print:hidden">
      <p className="text-[13px] text-muted">{t('lead')}</p>
      <ul className="mt-1">
        {games.map(({ id, league, season, players, state }) => (
          <li key={id} className="border-b border-line last:border-0">
            <Link to={`/survivor/${id}`} className="flex min-h-12 min-w-0 items-center gap-3 py-2 hover:underline">
              <span className="min-w-0 flex-1">
                <span className="block truncate font-[580]">{nameOf(league)}</span>
                <span className="block text-[12.5px] text-muted">{`${season} · ${t('players', { count: players })}`}</span>
              </span>
              <Tag tone={state === 'over' ? 'quiet' : 'accent'}>{t(`state.${state}`)}</Tag>
            </Link>
          </li>
        ))}
      </ul>
      {canStart && (
        <Button look="quiet" size="s" asChild className="mt-2">
          <Link to={`/survivor?group=${groupId}`}>{t('start')}</Link>
        </Button>
      )}
    </Card>
  );
}
