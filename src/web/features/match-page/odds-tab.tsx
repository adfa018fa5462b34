import { useQuery } from '@tanstack/react-query';
import Scale from 'lucide-react/icons/scale';
import { useFormatter, useTranslations } from 'use-intl';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { getMatchOdds, MatchDetail } from '#contract/matches.ts';
import { matchGroup } from '#domain/matches/match-status.ts';
import { PICKS, type Pick, picksOf } from '#domain/matches/sport.ts';
import { useMeta } from '#web/data/queries.tsx';
import { classNames } from '#web/lib/class-names.ts';
import { useTicking } from '#web/lib/clock.ts';
import { lazyPart, QUIET } from '#web/lib/lazy-part.tsx';
import { Card, Tag } from '#web/ui/card.tsx';
import { TickArrow, useTick } from '#web/ui/odds.tsx';
import { matchOddsQuery } from './api.ts';
import { NothingHere, NotYet, SPARKLINE } from './placeholders.tsx';
import type { Point } from './sparkline.tsx';

const REFRESH_SECONDS = 15;

/** Shows every bookmaker's prices in a row, with the best of each column marked. */
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
      <OddsTable bookmakers={query.data.items} picks={picksOf(match.draw_possible)} isOver={isOver} />
      <p className="mt-3 text-[12.5px] text-muted">{t(isOver ? 'odds_note_past' : 'odds_note')}</p>
    </Card>
  );
}

type Bookmaker = ReplyOf<typeof getMatchOdds>['items'][number];

interface OddsTableProps {
  bookmakers: readonly Bookmaker[];
  picks: readonly Pick[];
  /** Prices of a finished match are not marked as stale. */
  isOver: boolean;
}

function OddsTable({ bookmakers, picks, isOver }: OddsTableProps) {
  const t = useTranslations();
  // After the match no bookmaker takes bets: the best of the last prices is marked.
  const best = bestPrices(isOver ? bookmakers.map((bookmaker) => ({ ...bookmaker, suspended: false })) : bookmakers);
  return (
    <table className="w-full text-[14px]">
      <caption className="sr-only">{t(picks.includes('draw') ? 'match.odds_caption' : 'match.odds_caption_two')}</caption>
      <thead className="text-[12px] text-faint">
        <tr className="[&>th]:pb-2 [&>th]:font-medium">
          <th scope="col" className="text-left">
            {t('match.bookmaker')}
          </th>
          {picks.map((pick) => (
            <th key={pick} scope="col" className="w-[23%] md:w-[20%]">
              {t(`common.${pick}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {bookmakers.map((bookmaker) => {
          const isSuspended = bookmaker.suspended && !isOver;
          return (
            <tr key={bookmaker.bookmaker} className="border-t border-line [&>*]:py-2">
              <th scope="row" className="pr-2 text-left font-[550]">
                <span className="block [overflow-wrap:anywhere]">{bookmaker.bookmaker}</span>
                {!isOver && <Condition bookmaker={bookmaker} />}
              </th>
              {picks.map((pick) => (
                <td key={pick} className="px-0.5 text-center md:px-1.5">
                  <PriceCell
                    now={bookmaker[pick]}
                    opening={bookmaker.opening[pick]}
                    points={bookmaker.movement.flatMap((price) => {
                      const value = price[pick];
                      return value === null ? [] : [{ at: Date.parse(price.at), value }];
                    })}
                    isBest={bookmaker[pick] === best[pick] && !isSuspended}
                    isSuspended={isSuspended}
                  />
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** Age from which an unconfirmed price is stale. */
const STALE_MS = 60_000;

function Condition({ bookmaker: { suspended, confirmed_at } }: { bookmaker: Bookmaker }) {
  const t = useTranslations('match');
  const format = useFormatter();
  const ageMinutes = useTicking(5_000, (now) => Math.floor((now.getTime() - Date.parse(confirmed_at)) / STALE_MS));
  if (suspended) return <Tag tone="warn">{t('suspended')}</Tag>;
  if (ageMinutes < 1) return null;
  const at = new Date(confirmed_at);
  const now = new Date(at.getTime() + ageMinutes * STALE_MS);
  return (
    <span className="block text-[12px] font-normal text-warn">
      {t('last_seen', { ago: format.relativeTime(at, { now, style: 'narrow' }) })}
    </span>
  );
}

type Prices = { suspended: boolean } & Record<Pick, number | null>;

/** Returns the highest available price of each outcome; null if there is none. */
export function bestPrices(bookmakers: readonly Prices[]): Record<Pick, number | null> {
  const open = bookmakers.filter(({ suspended }) => !suspended);
  const best = (pick: Pick): number | null => {
    const prices = open.map((bookmaker) => bookmaker[pick]).filter((price) => price !== null);
    return prices.length === 0 ? null : Math.max(...prices);
  };
  return Object.fromEntries(PICKS.map((pick) => [pick, best(pick)])) as Record<Pick, number | null>;
}

/** If the chart cannot be loaded, the adjacent text still describes it. */
const Sparkline = lazyPart(async () => (await import('./sparkline.tsx')).Sparkline, QUIET);

interface PriceCellProps {
  now: number | null;
  opening: number | null;
  points: readonly Point[];
  isBest: boolean;
  isSuspended: boolean;
}

/** Shows the current price, its movement since opening, and the opening price. Coloured briefly by direction when it moves. */
function PriceCell({ now, opening, points, isBest, isSuspended }: PriceCellProps) {
  const t = useTranslations('match');
  const format = useFormatter();
  const tick = useTick(now);
  if (now === null) return <span className="text-faint">–</span>;
  const went = opening === null || opening === now ? null : now > opening ? 'up' : 'down';
  return (
    <span
      className={classNames(
        'num inline-grid min-w-[66px] justify-items-center rounded-[8px] border px-1.5 py-1 leading-tight',
        isBest ? 'border-line-strong bg-raised' : 'border-transparent',
        isSuspended && 'text-faint',
      )}
    >
      <b
        className={classNames(
          'text-[16px] transition-colors duration-250 motion-reduce:transition-none',
          isBest ? 'font-bold' : 'font-[550]',
          tick && COLOURS[tick],
        )}
      >
        {format.number(now, 'odds')}
        <TickArrow tick={went} />
        {isBest && <span className="sr-only">, {t('best')}</span>}
      </b>
      {points.length > 1 && (
        <span className="my-0.5 block" style={SPARKLINE}>
          <Sparkline points={points} className={COLOURS[went ?? 'none']} />
        </span>
      )}
      {opening !== null && (
        <small className="text-[11.5px] font-medium text-faint">
          <span className="sr-only">{t('moved_to', { from: format.number(opening, 'odds'), to: format.number(now, 'odds') })}</span>
          <span aria-hidden>{format.number(opening, 'odds')}</span>
        </small>
      )}
    </span>
  );
}

const COLOURS = { up: 'text-good', down: 'text-bad', none: 'text-faint' } as const;
