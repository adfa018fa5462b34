import { useQuery } from '@tanstack/react-query';
import ChartLine from 'lucide-react/icons/chart-line';
import { useFormatter, useTranslations } from 'use-intl';
import type { Projection } from '#contract/forecasts.ts';
import type { MatchDetail } from '#contract/matches.ts';
import { ZONE_KINDS, type ZoneKind } from '#domain/matches/league-rules.ts';
import { SIDES, type Side } from '#domain/matches/sport.ts';
import { useUser } from '#web/data/session.ts';
import { useNow } from '#web/lib/clock.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { Card } from '#web/ui/card.tsx';
import { SignInPrompt } from '#web/ui/obstacles.tsx';
import { ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { TeamName } from '#web/ui/team-name.tsx';
import { projectionQuery } from './api.ts';
import { ProjectionDrivers } from './projection-drivers.tsx';
import { usePercent } from './use-percent.ts';

/** Shows users what the forecast is based on; tells guests what signing in shows. */
export function ProjectionCard({ match }: { match: MatchDetail }) {
  const t = useTranslations('forecast');
  const user = useUser();
  const hint = match.league.sport === 'football' ? 'projection_guest_hint' : 'projection_guest_hint_other';
  return (
    <Card title={t('projection')}>
      {user ? (
        <UsersProjection match={match} />
      ) : (
        <SignInPrompt icon={<ChartLine size={28} />} title={t('projection_guest')} hint={t(hint)} />
      )}
    </Card>
  );
}

function UsersProjection({ match }: { match: MatchDetail }) {
  const t = useTranslations('forecast');
  const query = useQuery(projectionQuery(match.id));
  if (!query.data && query.error) {
    return <ErrorState title={t('projection_failed')} error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (!query.data) {
    return (
      <div aria-busy="true">
        <Skeleton className="h-[420px] rounded-control" />
      </div>
    );
  }
  const { projection, reason } = query.data;
  if (projection) return <Parts match={match} projection={projection} />;
  return (
    <p className="text-[13px] text-muted">
      {t('none.model')}
      {reason && <> · {t(`reason.${reason}`)}</>}
    </p>
  );
}

type Whole = NonNullable<Projection['projection']>;

function Parts({ match, projection }: { match: MatchDetail; projection: Whole }) {
  return (
    <div className="grid grid-cols-1 gap-5">
      <Expected match={match} expected={projection.expected} />
      {projection.drivers && <ProjectionDrivers match={match} drivers={projection.drivers} expected={projection.expected} />}
      {projection.halves && <ProjectionHalves halves={projection.halves} />}
      {match.league.sport === 'football' && <ProjectionTable match={match} table={projection.table} />}
    </div>
  );
}

function Expected({ match, expected }: { match: MatchDetail; expected: Whole['expected'] }) {
  const t = useTranslations('forecast');
  const format = useFormatter();
  const digits = match.league.sport === 'football' ? 2 : 1;
  return (
    <section>
      <h3 className="mb-2 text-[13px] font-semibold text-muted">{t(match.league.sport === 'football' ? 'expected' : 'expected_other')}</h3>
      <dl className="grid grid-cols-1 gap-2 md:grid-cols-2">
        {SIDES.map((side) => (
          <div key={side} className="flex min-w-0 items-center justify-between gap-3 rounded-control border border-line px-3 py-2">
            <dt className="min-w-0">
              <TeamName team={match[side]} />
            </dt>
            <dd className="num text-[22px] font-bold">
              {format.number(expected[side], { minimumFractionDigits: digits, maximumFractionDigits: digits })}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const HALVES = ['first', 'second'] as const;

/** Shows the likeliest scores at half-time, and of the second half alone. */
function ProjectionHalves({ halves }: { halves: NonNullable<NonNullable<Projection['projection']>['halves']> }) {
  const t = useTranslations('forecast');
  const score = useTranslations('match');
  const percent = usePercent();
  return (
    <section>
      <h3 className="mb-2 text-[13px] font-semibold text-muted">{t('halves')}</h3>
      <dl className="grid grid-cols-1 gap-3 md:grid-cols-2">
        {HALVES.map((half) => (
          <div key={half}>
            <dt className="mb-1.5 text-[13px]">{t(`half.${half}`)}</dt>
            <dd>
              <ol className="grid grid-cols-3 gap-2">
                {halves[half].map(({ home, away, probability }) => (
                  <li key={`${home}-${away}`} className="num grid justify-items-center rounded-control border border-line py-1.5">
                    <b className="text-[16px] font-bold">{score('score', { home, away })}</b>
                    <span className="text-[12.5px] text-muted">{percent(probability)}</span>
                  </li>
                ))}
              </ol>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

type Table = NonNullable<Projection['projection']>['table'];
type Effects = NonNullable<Table>[Side];

/** Shows where each team's season would end, now and after each result. */
function ProjectionTable({ match, table }: { match: MatchDetail; table: Table }) {
  const t = useTranslations('forecast');
  const format = useFormatter();
  const now = useNow(60_000);
  return (
    <section>
      <h3 className="text-[13px] font-semibold text-muted">{t('table')}</h3>
      {table ? (
        <>
          <p className="mt-0.5 mb-3 text-[12px] text-muted">
            {t('table_note', { ago: format.relativeTime(new Date(table.simulated_at), now) })}
          </p>
          <div className="grid grid-cols-1 gap-4">
            {SIDES.map((side) => (
              <TeamEffects key={side} match={match} side={side} effects={table[side]} />
            ))}
          </div>
        </>
      ) : (
        <p className="mt-1 text-[13px] text-muted">{t('table_none')}</p>
      )}
    </section>
  );
}

const CASES = ['now', 'home', 'draw', 'away'] as const;

function TeamEffects({ match, side, effects }: { match: MatchDetail; side: Side; effects: Effects }) {
  const t = useTranslations('forecast');
  const zoneName = useTranslations('leagues');
  const format = useFormatter();
  const nameOf = useLocalName();
  const percent = usePercent();
  const zones = zonesIn(effects);
  const caseName = (which: (typeof CASES)[number]) =>
    which === 'home' || which === 'away' ? t(`if.${which}`, { team: nameOf(match[which]) }) : t(`if.${which}`);
  return (
    <div className="min-w-0">
      <TeamName team={match[side]} />
      {/* On phones a league with many zones is wider than the screen. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content has to be reachable by keyboard. */}
      <section tabIndex={0} aria-label={nameOf(match[side])} className="mt-1.5 overflow-x-auto">
        <table className="num w-full min-w-max text-right text-[13px]">
          <caption className="sr-only">{t('table_caption', { team: nameOf(match[side]) })}</caption>
          <thead className="text-muted">
            <tr>
              <td />
              {[t('place'), t('champion'), ...zones.map((zone) => zoneName(`zone.${zone}`))].map((column) => (
                <th key={column} scope="col" className="py-1 pl-3 font-medium whitespace-nowrap">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {casesOf(effects).map(([which, effect]) => (
              <tr key={which} className="border-t border-line">
                <th scope="row" className="max-w-[150px] truncate py-1 text-left font-medium">
                  {caseName(which)}
                </th>
                <td className="py-1 pl-3 font-bold">
                  {format.number(effect.position, { minimumFractionDigits: 1, maximumFractionDigits: 1 })}
                </td>
                <td className="py-1 pl-3">{percent(effect.champion)}</td>
                {zones.map((zone) => (
                  <td key={zone} className="py-1 pl-3">
                    {percent(effect.zones[zone] ?? 0)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}

/** Returns the results that occurred often enough in the simulated seasons. */
const casesOf = (effects: Effects) =>
  CASES.flatMap((which) => {
    const effect = effects[which];
    return effect ? [[which, effect] as const] : [];
  });

/** Returns the zones in table order, without the champion's, which has its own column. */
const zonesIn = (effects: Effects): ZoneKind[] =>
  ZONE_KINDS.filter((zone) => zone !== 'champion' && casesOf(effects).some(([, { zones }]) => (zones[zone] ?? 0) > 0));
