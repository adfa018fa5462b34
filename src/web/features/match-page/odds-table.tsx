import { useFormatter, useTranslations } from 'use-intl';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { getMatchOdds } from '#contract/matches.ts';
import { PICKS, type Pick } from '#domain/matches/sport.ts';
import { useTicking } from '#web/lib/clock.ts';
import { Tag } from '#web/ui/card.tsx';
import { PriceCell } from './price-cell.tsx';

type Bookmaker = ReplyOf<typeof getMatchOdds>['items'][number];

interface OddsTableProps {
  bookmakers: readonly Bookmaker[];
  picks: readonly Pick[];
  /** Prices of a match that has ended grow old, and are none the worse for it. */
  isOver: boolean;
}

export function OddsTable({ bookmakers, picks, isOver }: OddsTableProps) {
  const t = useTranslations();
  // Once it is over none takes bets: then the best of the last prices is marked.
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

/** A price that nobody confirmed for so long is old. */
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

/** The highest price of each outcome that can be had; null where none can. */
export function bestPrices(bookmakers: readonly Prices[]): Record<Pick, number | null> {
  const open = bookmakers.filter(({ suspended }) => !suspended);
  const best = (pick: Pick): number | null => {
    const prices = open.map((bookmaker) => bookmaker[pick]).filter((price) => price !== null);
    return prices.length === 0 ? null : Math.max(...prices);
  };
  return Object.fromEntries(PICKS.map((pick) => [pick, best(pick)])) as Record<Pick, number | null>;
}
