import { useQuery } from '@tanstack/react-query';
import { Scale } from 'lucide-react';
import { useFormatter, useTranslations } from 'use-intl';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { getMatchOdds, MatchDetail } from '#contract/matches.ts';
import { picksOf } from '#domain/contest.ts';
import { matchGroup } from '#domain/match-status.ts';
import type { Pick } from '#domain/sport.ts';
import { classNames } from '#web/lib/class-names.ts';
import { useMeta } from '#web/lib/meta.ts';
import { formatOdds } from '#web/lib/odds-format.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Tag } from '#web/ui/tag.tsx';
import { matchOddsQuery } from './api.ts';
import { bestPrices } from './best-prices.ts';

type Bookmaker = ReplyOf<typeof getMatchOdds>['items'][number];

/** A price that nobody confirmed for so long is old. */
const STALE_MS = 60_000;
const REFRESH_SECONDS = 15;

/** Every bookmaker's prices in a row, the best of each column marked. */
export function OddsTab({ match }: { match: MatchDetail }) {
  const t = useTranslations('match');
  const isOver = matchGroup(match.status) === 'finished';
  const refreshSeconds = useMeta()?.odds_refresh_seconds ?? REFRESH_SECONDS;
  const { data, error, refetch } = useQuery({ ...matchOddsQuery(match.id), refetchInterval: isOver ? false : refreshSeconds * 1_000 });
  if (!data && error) {
    return (
      <Card>
        <ErrorState title={t('odds_load_failed')} error={error} onRetry={() => void refetch()} />
      </Card>
    );
  }
  if (!data) return <Skeleton className="h-[340px] rounded-card" />;
  if (data.items.length === 0) {
    return (
      <Card>
        <EmptyState icon={<Scale size={28} />} title={t('odds_none')} hint={t('odds_none_hint')} />
      </Card>
    );
  }
  return (
    <Card title={t('odds_title')}>
      <OddsTable bookmakers={data.items} picks={picksOf(match.league.draw_possible)} isOver={isOver} />
      <p className="mt-3 text-[12.5px] text-muted">{t('odds_note')}</p>
    </Card>
  );
}

interface OddsTableProps {
  bookmakers: readonly Bookmaker[];
  picks: readonly Pick[];
  /** Prices of a match that has ended grow old, and are none the worse for it. */
  isOver: boolean;
}

function OddsTable({ bookmakers, picks, isOver }: OddsTableProps) {
  const t = useTranslations();
  const best = bestPrices(bookmakers);
  return (
    <table className="w-full text-[14px]">
      <caption className="sr-only">{t('match.odds_caption')}</caption>
      <thead className="text-[12px] text-faint">
        <tr className="[&>th]:pb-2 [&>th]:font-medium">
          <th scope="col" className="text-left">
            {t('match.bookmaker')}
          </th>
          {picks.map((pick) => (
            <th key={pick} scope="col" className="w-[24%] md:w-[20%]">
              {t(`common.${pick}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {bookmakers.map((bookmaker) => (
          <tr key={bookmaker.bookmaker} className="border-t border-line [&>*]:py-2">
            <th scope="row" className="pr-2 text-left font-[550]">
              <span className="block break-words">{bookmaker.bookmaker}</span>
              <Condition bookmaker={bookmaker} isOver={isOver} />
            </th>
            {picks.map((pick) => (
              <td key={pick} className="px-0.5 text-center md:px-1.5">
                <Price
                  now={bookmaker[pick]}
                  opening={bookmaker.opening[pick]}
                  isBest={bookmaker[pick] === best[pick] && !bookmaker.suspended}
                  isSuspended={bookmaker.suspended}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Condition({ bookmaker: { suspended, confirmed_at }, isOver }: { bookmaker: Bookmaker; isOver: boolean }) {
  const t = useTranslations('match');
  const format = useFormatter();
  const now = useNow(5_000);
  if (isOver) return null;
  if (suspended) return <Tag tone="warn">{t('suspended')}</Tag>;
  const at = new Date(confirmed_at);
  if (now.getTime() - at.getTime() < STALE_MS) return null;
  return (
    <span className="block text-[12px] font-normal text-warn">
      {t('last_seen', { ago: format.relativeTime(at, { now, style: 'narrow' }) })}
    </span>
  );
}

interface PriceProps {
  now: number | null;
  opening: number | null;
  isBest: boolean;
  isSuspended: boolean;
}

/** The price now, and below it where it came from. */
function Price({ now, opening, isBest, isSuspended }: PriceProps) {
  const t = useTranslations();
  if (now === null) return <span className="text-faint">–</span>;
  const went = opening === null || opening === now ? null : now > opening ? 'up' : 'down';
  return (
    <span
      className={classNames(
        'num inline-grid min-w-[62px] rounded-[8px] border px-2 py-1 leading-tight',
        isBest ? 'border-line-strong bg-raised' : 'border-transparent',
        isSuspended && 'text-faint',
      )}
    >
      <b className={classNames('text-[16px]', isBest ? 'font-bold' : 'font-[550]')}>
        {formatOdds(now)}
        {isBest && <span className="sr-only">, {t('match.best')}</span>}
      </b>
      {opening !== null && (
        <small className="text-[11.5px] font-medium text-faint">
          <span className="sr-only">{t('match.opening', { odds: formatOdds(opening) })}</span>
          <span aria-hidden>{formatOdds(opening)}</span>
          {went && (
            <span aria-hidden className={classNames('ml-[3px] align-[1px] text-[7px]', went === 'up' ? 'text-good' : 'text-bad')}>
              {went === 'up' ? '▲' : '▼'}
            </span>
          )}
        </small>
      )}
    </span>
  );
}
