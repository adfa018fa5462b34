import { useQuery } from '@tanstack/react-query';
import Shirt from 'lucide-react/icons/shirt';
import { useFormatter, useTranslations } from 'use-intl';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { getTeamPlayers, TeamPlayer } from '#contract/teams.ts';
import { Card } from '#web/ui/card.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { PlayerLink } from '#web/ui/player-link.tsx';
import { teamPlayersQuery } from './api.ts';

type Players = ReplyOf<typeof getTeamPlayers>;

const SCORERS_MAX = 5;

/** Shows a team's top scorers of the season; nothing before there is one. The squad says what is missing. */
export function TeamScorers({ teamId }: { teamId: number }) {
  const t = useTranslations();
  const { data } = useQuery(teamPlayersQuery(teamId));
  if (!data) return null;
  const scorers = topScorers(data.players).slice(0, SCORERS_MAX);
  if (scorers.length === 0) return null;
  return (
    <Card title={t('team_page.scorers')}>
      <ol className="num grid text-[13.5px]">
        {scorers.map(({ id, name, goals, penalties }) => (
          <li key={name} className="flex items-baseline gap-3 border-b border-line py-2 last:border-0">
            <span className="min-w-0 flex-1 truncate font-[530] [font-stretch:100%]" title={name}>
              <PlayerLink id={id}>{name}</PlayerLink>
            </span>
            {penalties > 0 && <small className="text-[12px] text-muted">{t('leagues.of_them_penalties', { count: penalties })}</small>}
            <b className="font-bold">
              <span aria-hidden>{goals}</span>
              <span className="sr-only">{t('players.goals', { count: goals })}</span>
            </b>
          </li>
        ))}
      </ol>
      {data.goals.named < data.goals.all && <p className="mt-2 text-[12.5px] text-muted">{t('leagues.scorers_known', data.goals)}</p>}
    </Card>
  );
}

/** Ranks players with goals, as the league's list does: by goals, then fewer penalties, then assists, then name. */
export const topScorers = (players: readonly TeamPlayer[]): TeamPlayer[] =>
  players
    .filter(({ goals }) => goals > 0)
    .toSorted((a, b) => b.goals - a.goals || a.penalties - b.penalties || b.assists - a.assists || (a.name < b.name ? -1 : 1));

/** Lists a team's players by position with what they did this season, and says where that is from. */
export function Squad({ teamId }: { teamId: number }) {
  const t = useTranslations();
  const { data, error, refetch } = useQuery(teamPlayersQuery(teamId));
  if (!data && error) return <ErrorState title={t('team_page.squad_failed')} error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-[640px] rounded-card" />;
  const { players, coach, matches, rated_by } = data;
  if (players.length === 0) {
    return <EmptyState icon={<Shirt size={28} />} title={t('team_page.squad_none')} hint={t('team_page.squad_none_hint')} />;
  }
  return (
    <>
      {coach !== null && <p className="mb-3 px-1 text-[13.5px]">{t('match.coach', { name: coach })}</p>}
      <SquadTable players={players} />
      <p className="mt-3 px-1 text-[12.5px] text-muted">
        {t('team_page.known_from', matches)} {t('team_page.by_name')}{' '}
        {rated_by.length > 0 && t('players.rated_by', { source: rated_by.join(', ') })}
      </p>
    </>
  );
}

const COLUMNS = ['appearances', 'goals', 'assists', 'yellow_cards', 'red_cards'] as const;
/** On phones cards are left out: name and goals need the room. */
const WIDE_ONLY: readonly string[] = ['yellow_cards', 'red_cards'];

function SquadTable({ players }: { players: Players['players'] }) {
  const t = useTranslations();
  const format = useFormatter();
  const hasRatings = players.some(({ rating }) => rating !== null);
  const groups = [...new Set(players.map(({ position }) => position))];
  const wide = (column: string) => (WIDE_ONLY.includes(column) ? 'max-md:hidden' : undefined);
  return (
    <div className="overflow-clip rounded-card border border-line bg-surface">
      <table className="num w-full text-[14px]">
        <caption className="sr-only">{t('team_page.tabs.squad')}</caption>
        <thead className="text-[12px] text-faint [&_th]:px-1.5 [&_th]:py-2.5 [&_th]:font-medium">
          <tr>
            <th scope="col" abbr={t('team_page.column_long.number')} className="w-10 text-right">
              {t('team_page.column.number')}
            </th>
            <th scope="col" className="text-left">
              {t('leagues.scorer_column.player')}
            </th>
            {COLUMNS.map((column) => (
              <th
                key={column}
                scope="col"
                abbr={t(`team_page.column_long.${column}`)}
                className={`w-12 text-right md:w-16 ${wide(column)}`}
              >
                {t(`team_page.column.${column}`)}
              </th>
            ))}
            {hasRatings && (
              <th scope="col" className="w-14 pr-3! text-right md:w-20">
                {t('team_page.column.rating')}
              </th>
            )}
          </tr>
        </thead>
        {groups.map((position) => (
          <tbody key={position ?? ''} className="[&_td]:px-1.5 [&_td]:text-right">
            <tr className="border-y border-line bg-[color-mix(in_oklab,var(--raised)_60%,transparent)]">
              <th
                scope="rowgroup"
                colSpan={COLUMNS.length + 2 + Number(hasRatings)}
                className="px-3 py-1.5 text-left text-[12px] font-[620]"
              >
                {t(position === null ? 'team_page.position_unknown' : `match.position.${position}`)}
              </th>
            </tr>
            {players
              .filter((player) => player.position === position)
              .map((player) => (
                <tr key={player.name} className="h-[41px] border-b border-line last:border-0">
                  <td className="text-faint">{player.number}</td>
                  <th scope="row" className="max-w-0 truncate px-1.5 text-left font-[530] [font-stretch:100%]" title={player.name}>
                    <PlayerLink id={player.id}>{player.name}</PlayerLink>
                  </th>
                  {COLUMNS.map((column) => (
                    <td key={column} className={`${player[column] > 0 ? '' : 'text-faint'} ${wide(column)}`}>
                      {player[column]}
                    </td>
                  ))}
                  {hasRatings && (
                    <td className="pr-3!">
                      {player.rating ? format.number(player.rating.mean, { minimumFractionDigits: 1, maximumFractionDigits: 1 }) : '–'}
                    </td>
                  )}
                </tr>
              ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}
