import { ChartNoAxesColumn } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { MarketView, MatchDetail } from '#contract/matches.ts';
import { picksOf } from '#domain/contest.ts';
import { isInPlay, matchGroup } from '#domain/match-status.ts';
import { type Pick, SIDES } from '#domain/sport.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { formatOdds } from '#web/lib/odds-format.ts';
import { percentages } from '#web/lib/percentages.ts';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { FormDots } from '#web/ui/form-dots.tsx';
import { StaleNote } from '#web/ui/stale-note.tsx';
import { Tag } from '#web/ui/tag.tsx';
import { TeamName } from '#web/ui/team-name.tsx';

/** How likely each outcome is, by what bookmakers ask for it. */
export function MarketTab({ match }: { match: MatchDetail }) {
  const t = useTranslations('match');
  const { market } = match;
  const isOver = matchGroup(match.status) === 'finished';
  return (
    <div className="grid grid-cols-1 items-start gap-4 md:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)]">
      {market ? (
        <Card title={t(match.league.draw_possible ? 'market_title' : 'market_title_two')} aside={<Tag tone="home">{t('market')}</Tag>}>
          <Outcomes match={match} market={market} />
          <p className="mt-4 text-[12.5px] text-muted">{t(explanation(match, market))}</p>
          {isInPlay(match.status) && !market.suspended && <StaleNote since={market.confirmed_at} afterSeconds={60} />}
        </Card>
      ) : (
        <Card>
          <EmptyState
            icon={<ChartNoAxesColumn size={28} />}
            title={t(isOver ? 'market_none_past' : 'market_none')}
            hint={t(isOver ? 'market_none_past_hint' : 'market_none_hint')}
          />
        </Card>
      )}
      <Card title={t('form_title')} aside={t('form_order')}>
        <ul className="grid grid-cols-1 gap-3">
          {SIDES.map((side) => (
            <li key={side} className="flex items-center justify-between gap-3">
              <TeamName team={match[side]} />
              {match.standing[side].form.length > 0 ? (
                <FormDots form={match.standing[side].form} letters />
              ) : (
                <span className="text-right text-[12.5px] text-faint">{t('form_none')}</span>
              )}
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}

function explanation({ status }: MatchDetail, { suspended }: MarketView) {
  if (matchGroup(status) === 'finished') return 'market_closed';
  return suspended ? 'market_suspended' : 'market_explained';
}

const COLOURS: Record<Pick, string> = { home: 'bg-home', draw: 'bg-draw', away: 'bg-away' };

function Outcomes({ match, market }: { match: MatchDetail; market: MarketView }) {
  const t = useTranslations();
  const nameOf = useLocalName();
  const picks = picksOf(match.league.draw_possible);
  const percents = percentages(picks.map((pick) => market.probability[pick]));
  return (
    <dl className="grid gap-3.5">
      {picks.map((pick, index) => {
        const odds = market.odds[pick];
        return (
          <div key={pick} className="grid grid-cols-[minmax(0,112px)_1fr_42px_40px] items-center gap-3">
            <dt className="truncate font-medium" title={pick === 'draw' ? undefined : nameOf(match[pick])}>
              {pick === 'draw' ? t('common.draw') : nameOf(match[pick])}
            </dt>
            <dd aria-hidden className="h-2.5 overflow-hidden rounded-[6px] bg-line">
              <i
                className={`block h-full rounded-[6px] transition-[width] duration-250 ${COLOURS[pick]}`}
                style={{ width: `${percents[index]}%` }}
              />
            </dd>
            <dd className="num text-right text-[16px] font-bold">{percents[index]}%</dd>
            <dd className="num text-right text-[13px] text-muted" title={t('match.market_price')}>
              <span className="sr-only">{t('match.market_price')}: </span>
              {odds === null ? '–' : formatOdds(odds)}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
