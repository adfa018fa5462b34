import { useQuery } from '@tanstack/react-query';
import ChartSpline from 'lucide-react/icons/chart-spline';
import { Link } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import { isBadZone } from '#domain/forecast/playing-for.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { TeamLink } from '#web/ui/team-name.tsx';
import { outlookQuery } from './api.ts';
import { useLeagueAddress } from './league-address.ts';
import { Chance, type Outlook, OutlookSource, type OutlookTeam, Spread } from './outlook-parts.tsx';
import { ZoneStroke } from './standings-parts.tsx';

/** Shows how a season may end: expected points, final places and chances of each zone, or why that is not known. */
export function OutlookTab({ leagueId }: { leagueId: number }) {
  const t = useTranslations('outlook');
  const nameOf = useLocalName();
  const { address, hrefWith } = useLeagueAddress();
  const { data, error, refetch, isPending, isPlaceholderData } = useQuery(outlookQuery(leagueId, { season: address.season }));
  if (isPending) return <Skeleton className="h-[690px] rounded-card" />;
  if (!data) return <ErrorState title={t('failed')} error={error} onRetry={() => void refetch()} />;
  const { outlook, league, season } = data;
  if (outlook === null) {
    const reason = data.reason ?? 'not_ready';
    const toTable = (
      <Button look="quiet" asChild>
        <Link to={hrefWith({ tab: null }) || '?'}>{t('to_table')}</Link>
      </Button>
    );
    return <EmptyState icon={<ChartSpline size={28} />} title={t(`none.${reason}`)} hint={t(`none_hint.${reason}`)} action={toTable} />;
  }
  return (
    <div aria-busy={isPlaceholderData}>
      <OutlookTable outlook={outlook} caption={t('caption', { league: nameOf(league), season })} />
      <p className="mt-3 px-1 text-[12.5px] text-muted">
        <OutlookSource outlook={outlook} />
      </p>
    </div>
  );
}

interface Column {
  key: string;
  label: string;
  zone: Outlook['zones'][number]['kind'] | null;
  from: number;
  to: number;
  /** Shown on phones too: first place, the first zone below it, and the last to avoid. */
  always: boolean;
}

function useColumns({ zones, teams }: Outlook): Column[] {
  const t = useTranslations();
  const inTable = zones.filter(({ from }) => from <= (teams[0]?.places.length ?? 0));
  const hasTitle = inTable.some(({ from, to }) => from === 1 && to === 1);
  const good = inTable.filter(({ kind, to }) => !isBadZone(kind) && to > 1);
  const bad = inTable.filter(({ kind }) => isBadZone(kind));
  const named = inTable.map((zone) => ({
    ...zone,
    key: `${zone.kind} ${zone.from}`,
    zone: zone.kind,
    label: t(`leagues.zone.${zone.kind}`),
    always: zone.to === 1 || zone === good[0] || zone === bad.at(-1),
  }));
  return hasTitle ? named : [{ key: 'title', zone: null, label: t('outlook.title'), from: 1, to: 1, always: true }, ...named];
}

const CELLS = '[&>*]:px-1 [&>*]:first:pl-3 [&>*]:last:pr-3 md:[&>*]:px-2 md:[&>*]:first:pl-4 md:[&>*]:last:pr-4';

function OutlookTable({ outlook, caption }: { outlook: Outlook; caption: string }) {
  const t = useTranslations('outlook');
  const columns = useColumns(outlook);
  return (
    <div className="overflow-clip rounded-card border border-line bg-surface">
      <table className="num w-full text-[14px]">
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-[48px] z-10 bg-surface text-[12px] leading-tight text-faint shadow-[inset_0_-1px_var(--line)] md:top-[60px]">
          <tr className={`[&>th]:py-2.5 [&>th]:text-right [&>th]:align-bottom [&>th]:font-medium ${CELLS}`}>
            <th scope="col" className="text-left!">
              {t('column.team')}
            </th>
            <th scope="col" abbr={t('column_long.points')} title={t('column_long.points')} className="w-11 max-md:hidden">
              {t('column.points')}
            </th>
            <th scope="col" abbr={t('column_long.expected')} title={t('column_long.expected')} className="w-12 md:w-16">
              {t('column.expected')}
            </th>
            <th scope="col" title={t('column_long.places')} className="w-36 text-left! max-md:hidden lg:w-44">
              {t('column.places')}
            </th>
            {columns.map(({ key, label, zone, always }) => (
              <th
                key={key}
                scope="col"
                className={`w-[58px] [font-stretch:85%] wrap-anywhere hyphens-auto md:w-20 ${always ? '' : 'max-md:hidden'}`}
              >
                <span className="flex flex-col items-end gap-1">
                  {zone && <ZoneStroke zone={zone} lies />}
                  {label}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {outlook.teams.map((team) => (
            <Row key={team.team.id} team={team} columns={columns} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const ONE_DECIMAL = { minimumFractionDigits: 1, maximumFractionDigits: 1 } as const;

function Row({ team: { team, points, expected_points, places, bounds }, columns }: { team: OutlookTeam; columns: readonly Column[] }) {
  const format = useFormatter();
  const finish = { places, bounds };
  return (
    <tr
      className={`h-[54px] border-b border-line last:border-0 hover:bg-[color-mix(in_oklab,var(--raised)_60%,transparent)] md:h-[43px] ${CELLS}`}
    >
      <th scope="row" className="max-w-0 text-left font-medium [font-stretch:100%]">
        <TeamLink team={team} />
        <Spread places={places} className="mt-1.5 block h-3 w-full md:hidden" />
      </th>
      <td className="text-right text-muted max-md:hidden">{points}</td>
      <td className="text-right font-bold">{format.number(expected_points, ONE_DECIMAL)}</td>
      <td className="max-md:hidden">
        <Spread places={places} className="block h-5 w-full" />
      </td>
      {columns.map(({ key, from, to, always }) => (
        <td key={key} className={`text-right ${always ? '' : 'max-md:hidden'}`}>
          <Chance finish={finish} from={from} to={to} />
        </td>
      ))}
    </tr>
  );
}
