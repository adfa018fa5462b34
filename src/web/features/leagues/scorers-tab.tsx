import { useQuery } from '@tanstack/react-query';
import Goal from 'lucide-react/icons/goal';
import { useTranslations } from 'use-intl';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { getLeagueScorers } from '#contract/leagues.ts';
import { ApiError } from '#web/data/api-error.ts';
import { classNames } from '#web/lib/class-names.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { PlayerLink } from '#web/ui/player-link.tsx';
import { QuietSelect } from '#web/ui/select-field.tsx';
import { Segmented } from '#web/ui/switches.tsx';
import { TeamLink } from '#web/ui/team-name.tsx';
import { scorersQuery } from './api.ts';
import { type PlayerList as List, PLAYER_LISTS, useLeagueAddress } from './league-address.ts';

/** Lists a season's players by goals or assists, of all teams or of one, and says how complete the list is. */
export function ScorersTab({ leagueId }: { leagueId: number }) {
  const t = useTranslations('leagues');
  const { season, list, team } = useLeagueAddress().address;
  const { data, error, refetch, isPending, isPlaceholderData } = useQuery(scorersQuery(leagueId, { season, team }));
  if (isPending) return <Skeleton className="h-[640px] rounded-card" />;
  // A team of the address may not play in this season: the choice leads back to all.
  if (!data && error instanceof ApiError && error.status === 404 && team !== null) return <UnknownTeam />;
  if (!data) return <ErrorState title={t('scorers_failed')} error={error} onRetry={() => void refetch()} />;
  return (
    <div aria-busy={isPlaceholderData}>
      <ListChoice scorers={data} />
      <PlayerList scorers={data} list={list} />
    </div>
  );
}

type Scorers = ReplyOf<typeof getLeagueScorers>;

/** Chooses goals or assists, and the team. */
function ListChoice({ scorers: { teams, goals } }: { scorers: Scorers }) {
  const t = useTranslations('leagues');
  const nameOf = useLocalName();
  const { address, change } = useLeagueAddress();
  if (goals.all === 0 && address.team === null) return null;
  const named = teams.map((team) => ({ value: String(team.id), label: nameOf(team) })).toSorted((a, b) => a.label.localeCompare(b.label));
  return (
    <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <Segmented
        label={t('lists_label')}
        value={address.list}
        options={PLAYER_LISTS.map((list) => ({ value: list, label: t(`scorer_column.${list}`) }))}
        onChange={(list) => change({ list })}
        className="max-md:w-full"
      />
      <QuietSelect
        label={t('column.team')}
        value={address.team === null ? '' : String(address.team)}
        options={[{ value: '', label: t('all_teams') }, ...named]}
        onChange={(team) => change({ team: team === '' ? null : Number(team) })}
        className="max-md:w-full"
      />
    </div>
  );
}

function PlayerList({ scorers: { goals, items, assists, league, season, teams }, list }: { scorers: Scorers; list: List }) {
  const t = useTranslations('leagues');
  const nameOf = useLocalName();
  const { team: teamId } = useLeagueAddress().address;
  const team = teams.find(({ id }) => id === teamId);
  const shown = list === 'goals' ? items : assists;
  if (shown.length === 0) {
    const none =
      goals.all === 0
        ? { title: t('scorers_empty'), hint: t('scorers_empty_hint') }
        : list === 'goals'
          ? { title: t('scorers_unnamed'), hint: t('scorers_unnamed_hint', { count: goals.all }) }
          : { title: t('assists_unnamed'), hint: t('assists_unnamed_hint') };
    return <EmptyState icon={<Goal size={28} />} {...none} />;
  }
  const names = { league: team ? nameOf(team) : nameOf(league), season };
  return (
    <>
      <ScorersTable list={list} scorers={shown} caption={t(list === 'goals' ? 'scorers_caption' : 'assists_caption', names)} />
      {list === 'goals' && goals.named < goals.all && <p className="mt-3 px-1 text-[12.5px] text-muted">{t('scorers_known', goals)}</p>}
      {list === 'assists' && <p className="mt-3 px-1 text-[12.5px] text-muted">{t('assists_known', goals)}</p>}
    </>
  );
}

function UnknownTeam() {
  const t = useTranslations('leagues');
  const { change } = useLeagueAddress();
  const toAll = (
    <Button look="quiet" onClick={() => change({ team: null })}>
      {t('all_teams')}
    </Button>
  );
  return <EmptyState icon={<Goal size={28} />} title={t('team_unknown')} action={toAll} />;
}

type Scorer = Scorers['items'][number];

/** On phones the team is below the player, and penalties are below the goals. Values without a source have no column. */
function ScorersTable({ list, scorers, caption }: { list: List; scorers: readonly Scorer[]; caption: string }) {
  const t = useTranslations('leagues');
  const counts = { penalties: scorers.some(({ penalties }) => penalties > 0), assists: scorers.some(({ assists }) => assists > 0) };
  return (
    <div className="overflow-clip rounded-card border border-line bg-surface">
      <table className="num w-full text-[14px]">
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-[48px] z-10 bg-surface text-[12px] text-faint shadow-[inset_0_-1px_var(--line)] md:top-[60px]">
          <tr className="[&>th]:px-1 [&>th]:py-2.5 [&>th]:text-right [&>th]:font-medium [&>th]:whitespace-nowrap [&>th]:first:pl-3 [&>th]:last:pr-3 md:[&>th]:px-2 md:[&>th]:first:pl-4 md:[&>th]:last:pr-4">
            <th scope="col" abbr={t('column_long.position')} className="w-10 text-left! md:w-14">
              {t('column.position')}
            </th>
            <th scope="col" className="text-left!">
              {t('scorer_column.player')}
            </th>
            <th scope="col" className="text-left! max-md:hidden">
              {t('column.team')}
            </th>
            {list === 'assists' && (
              <th scope="col" className="w-[72px] md:w-24">
                {t('scorer_column.assists')}
              </th>
            )}
            <th scope="col" className="w-16 md:w-20">
              {t('scorer_column.goals')}
            </th>
            {list === 'goals' && counts.penalties && (
              <th scope="col" className="w-20 max-md:hidden">
                {t('scorer_column.penalties')}
              </th>
            )}
            {list === 'goals' && counts.assists && (
              <th scope="col" className="w-[72px] md:w-24">
                {t('scorer_column.assists')}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {scorers.map((scorer) => (
            <ScorerRow key={`${scorer.team.id} ${scorer.player}`} list={list} scorer={scorer} counts={counts} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface ScorerRowProps {
  list: List;
  scorer: Scorer;
  /** What the source counts besides goals. */
  counts: { penalties: boolean; assists: boolean };
}

function ScorerRow({ list, scorer: { position, player, player_id, team, goals, penalties, assists }, counts }: ScorerRowProps) {
  const t = useTranslations('leagues');
  return (
    <tr className="h-[54px] border-b border-line last:border-0 hover:bg-[color-mix(in_oklab,var(--raised)_60%,transparent)] md:h-[43px] [&>*]:px-1 [&>*]:first:pl-3 [&>*]:last:pr-3 md:[&>*]:px-2 md:[&>*]:first:pl-4 md:[&>*]:last:pr-4">
      <td className="text-faint">{position}</td>
      <th scope="row" className="max-w-0 text-left font-[580] [font-stretch:100%]">
        <span className="block truncate" title={player}>
          <PlayerLink id={player_id}>{player}</PlayerLink>
        </span>
        <span className="block md:hidden">
          <TeamLink team={team} crestSize={13} className="text-[12px] font-normal! text-muted" />
        </span>
      </th>
      <td className="max-w-0 [font-stretch:100%] max-md:hidden">
        <TeamLink team={team} crestSize={18} className="font-[450]!" />
      </td>
      {list === 'assists' && (
        <>
          <td className="text-right text-[16px] font-bold">{assists}</td>
          <td className={classNames('text-right', goals > 0 ? 'text-muted' : 'text-faint')}>{goals}</td>
        </>
      )}
      {list === 'goals' && (
        <>
          <td className="text-right text-[16px] font-bold">
            {goals}
            {penalties > 0 && (
              <small className="block text-[11px] font-medium whitespace-nowrap text-muted md:hidden">
                {t('of_them_penalties', { count: penalties })}
              </small>
            )}
          </td>
          {counts.penalties && (
            <td className={classNames('text-right max-md:hidden', penalties > 0 ? 'text-muted' : 'text-faint')}>{penalties}</td>
          )}
          {counts.assists && <td className={classNames('text-right', assists > 0 ? 'text-muted' : 'text-faint')}>{assists}</td>}
        </>
      )}
    </tr>
  );
}
