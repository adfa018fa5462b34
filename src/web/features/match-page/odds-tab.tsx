import { useQuery } from '@tanstack/react-query';
import { Scale } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { MatchDetail } from '#contract/matches.ts';
import { matchGroup } from '#domain/matches/match-status.ts';
import { picksOf } from '#domain/matches/sport.ts';
import { useMeta } from '#web/data/queries.tsx';
import { Card } from '#web/ui/card.tsx';
import { matchOddsQuery } from './api.ts';
import { OddsTable } from './odds-table.tsx';
import { NothingHere, NotYet } from './tab-states.tsx';

const REFRESH_SECONDS = 15;

/** Every bookmaker's prices in a row, the best of each column marked. */
export function OddsTab({ match }: { match: MatchDetail }) {
  const t = useTranslations('match');
  const isOver = matchGroup(match.status) === 'finished';
  const refreshSeconds = useMeta()?.odds_refresh_seconds ?? REFRESH_SECONDS;
  const query = useQuery({ ...matchOddsQuery(match.id), refetchInterval: isOver ? false : refreshSeconds * 1_000 });
  if (!query.data) return <NotYet query={query} failed={t('odds_load_failed')} tab={match.market === null ? 'nothing' : 'odds'} />;
  if (query.data.items.length === 0) {
    return (
      <NothingHere
        icon={<Scale size={28} />}
        title={t(isOver ? 'odds_none_past' : 'odds_none')}
        hint={t(isOver ? 'market_none_past_hint' : 'odds_none_hint')}
      />
    );
  }
  return (
    <Card title={t('odds_title')} className="max-md:px-3">
      {query.error && (
        <p role="status" className="mb-2 text-[12.5px] text-warn">
          {t('odds_kept')}
        </p>
      )}
      <OddsTable bookmakers={query.data.items} picks={picksOf(match.league.draw_possible)} isOver={isOver} />
      <p className="mt-3 text-[12.5px] text-muted">{t(isOver ? 'odds_note_past' : 'odds_note')}</p>
    </Card>
  );
}
