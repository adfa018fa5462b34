import { Link } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import type { Shared } from '#contract/shares.ts';
import { probabilitiesOf } from '#domain/forecast/forecast-league.ts';
import { matchGroup } from '#domain/matches/match-status.ts';
import { type Pick, picksOf } from '#domain/matches/sport.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { usePickName } from '#web/lib/pick-name.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, FactList } from '#web/ui/card.tsx';
import { ProbabilityBar } from '#web/ui/probability-bar.tsx';
import { TeamName } from '#web/ui/team-name.tsx';
import { SharedTable } from './shared-table.tsx';

/** Returns which heading a share has. */
export function headingOf({ match, bet, forecast }: Shared) {
  if (match === null) return 'table';
  return forecast ? 'forecast' : (bet?.ending ?? 'hidden');
}

type OfMatch = Shared & { match: NonNullable<Shared['match']>; league: NonNullable<Shared['league']> };
const isOfMatch = (shared: Shared): shared is OfMatch => shared.match !== null && shared.league !== null;

/** Shows what a user shares of a bet, a forecast or a table, as it is now, and where to check it. */
export function SharedCard({ shared }: { shared: Shared }) {
  return isOfMatch(shared) ? <MatchCard shared={shared} /> : <TableCard shared={shared} />;
}

function MatchCard({ shared }: { shared: OfMatch }) {
  const t = useTranslations('glance');
  const nameOf = useLocalName();
  const { match, league, name, bet, forecast } = shared;
  return (
    <Card>
      <p className="mb-3 truncate text-[13px] text-muted">{nameOf(league)}</p>
      <div className="grid gap-1.5 text-[17px]">
        {(['home', 'away'] as const).map((side) => (
          <p key={side} className="flex items-center justify-between gap-4">
            <TeamName team={match[side]} />
            {matchGroup(match.status) === 'finished' && <span className="num font-bold">{match.score[side]}</span>}
          </p>
        ))}
      </div>
      <div className="mt-4 border-t border-line pt-2">
        {bet && <BetFacts shared={shared} bet={bet} />}
        {forecast && <ForecastFacts shared={shared} forecast={forecast} />}
        {shared.is_hidden && <p className="py-2 text-pretty text-muted">{t('hidden_lead')}</p>}
      </div>
      <p className="mt-3 text-[13px] text-muted">{name === null ? t('anonymous') : t('by', { name })}</p>
      <p className="mt-1 text-[13px] text-pretty text-muted">{t('checked')}</p>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button look="quiet" size="s" asChild>
          <Link to={`/match/${match.id}`}>{t('to_match')}</Link>
        </Button>
        {bet && (
          <Button look="plain" size="s" asChild>
            <Link to={`/contests/${bet.contest_id}/receipt`}>{t('receipt')}</Link>
          </Button>
        )}
      </div>
    </Card>
  );
}

/** A table: the group itself stays closed to readers who are not in it. */
function TableCard({ shared: { table, name } }: { shared: Shared }) {
  const t = useTranslations('glance');
  return (
    <Card>
      {table ? <SharedTable table={table} /> : <p className="py-2 text-pretty text-muted">{t('hidden_table')}</p>}
      <p className="mt-3 text-[13px] text-muted">{name === null ? t('anonymous') : t('by', { name })}</p>
      <p className="mt-1 text-[13px] text-pretty text-muted">{t('checked')}</p>
    </Card>
  );
}

function BetFacts({ shared: { match }, bet }: { shared: OfMatch; bet: NonNullable<Shared['bet']> }) {
  const t = useTranslations();
  const format = useFormatter();
  const pickName = usePickName(match);
  const { pick, odds, market, ending, points } = bet;
  const amount = (count: number) => t('bets.points_value', { points: format.number(count) });
  const isBack = ending === 'refunded';
  return (
    <FactList
      facts={[
        { label: t('glance.pick'), value: pickName(pick) },
        { label: t('glance.market'), value: t(`bets.markets.${market}`) },
        ...(odds === null
          ? []
          : [{ label: t('glance.odds'), value: <span className="num font-bold">{format.number(odds, 'odds')}</span> }]),
        ...(points ? [{ label: t('glance.stake'), value: amount(points.stake) }] : []),
        ...(points
          ? [{ label: t(isBack ? 'glance.refunded' : 'glance.paid'), value: amount(isBack ? points.refund : points.payout) }]
          : []),
      ]}
    />
  );
}

function ForecastFacts({ shared: { match }, forecast }: { shared: OfMatch; forecast: NonNullable<Shared['forecast']> }) {
  const t = useTranslations();
  const format = useFormatter();
  const nameOf = useLocalName();
  const outcomeName = (pick: Pick) => (pick === 'draw' ? t('common.draw') : nameOf(match[pick]));
  const score = (value: number) => format.number(value, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).replace('-', '−');
  const { scored } = forecast;
  return (
    <>
      <FactList
        facts={picksOf(match.draw_possible).map((pick) => ({
          label: outcomeName(pick),
          value: <span className="num font-bold">{format.number(forecast[pick] / 100, { style: 'percent' })}</span>,
        }))}
      />
      <div className="mt-2">
        <ProbabilityBar probability={probabilitiesOf(forecast)} hasDraw={match.draw_possible} source={null} />
      </div>
      <p className="mt-3 text-[13px] text-muted">{t('glance.made', { when: format.dateTime(new Date(forecast.made_at), 'day_time') })}</p>
      {scored && (
        <p className="mt-1 text-[13px]">
          {scored.model === null
            ? t('glance.scored_alone', { outcome: outcomeName(scored.outcome), mine: score(scored.mine) })
            : t('glance.scored', { outcome: outcomeName(scored.outcome), mine: score(scored.mine), model: score(scored.model) })}
        </p>
      )}
    </>
  );
}
