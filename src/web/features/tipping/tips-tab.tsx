import { useQuery } from '@tanstack/react-query';
import CalendarOff from 'lucide-react/icons/calendar-off';
import { useEffect, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { TippingGroup } from '#contract/tipping-groups.ts';
import type { TippedMatch, TippingRoundReply } from '#contract/tipping-tips.ts';
import { HOUR_MS } from '#domain/time.ts';
import { errorText } from '#web/data/api-error.ts';
import { useOffline } from '#web/data/offline.ts';
import { useNow, useTicking } from '#web/lib/clock.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { Countdown } from '#web/ui/countdown.tsx';
import { FormAlert } from '#web/ui/form.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { roundQuery } from './api.ts';
import { ClosedRow } from './closed-row.tsx';
import { keepRound, keptRound } from './kept-round.ts';
import { MatchTipsDialog, type ShowComments } from './match-tips.tsx';
import { RoundBar } from './round-bar.tsx';
import { goToMissing, moveOnEnter, TipRow } from './tip-row.tsx';
import { useRoundTips } from './use-round-tips.ts';

interface TipsTabProps {
  group: TippingGroup;
  userId: string;
  /** From the address; null for the current round. */
  round: string | null;
  comments: ShowComments;
}

/** All matches of a round on one screen: to tip, and after the deadline with what each tip was worth. */
export function TipsTab({ group, userId, round, comments }: TipsTabProps) {
  const t = useTranslations('tipping');
  const { data, error, failureReason, refetch } = useQuery(roundQuery(group.id, round));
  const isUnreachable = useOffline((offline) => offline.isUnreachable);
  // At the first failure: further attempts go on meanwhile.
  const kept = !data && failureReason && isUnreachable ? (keptRound(userId, group.id)?.round ?? null) : null;
  const shown = data ?? (kept && (round === null || kept.key === round) ? kept : null);
  useEffect(() => {
    if (data) keepRound(userId, group, data);
  }, [data, group, userId]);
  return (
    <div className="grid gap-3">
      <RoundBar rounds={group.rounds} chosen={round ?? shown?.key ?? group.current_round} />
      {!shown && error && <ErrorState title={t('round_failed')} error={error} onRetry={() => void refetch()} />}
      {!shown && !error && <Skeleton className="h-[520px] rounded-card" />}
      {shown && shown.items.length === 0 && (
        <EmptyState icon={<CalendarOff size={28} />} title={t('round_empty')} hint={t('round_empty_hint')} />
      )}
      {shown && shown.items.length > 0 && (
        <RoundList key={shown.key} group={group} userId={userId} round={shown} comments={comments} onClosed={() => void refetch()} />
      )}
    </div>
  );
}

interface RoundListProps {
  group: TippingGroup;
  userId: string;
  round: TippingRoundReply;
  comments: ShowComments;
  /** A match has closed by the clock: the server knows more of it now. */
  onClosed: () => void;
}

function RoundList({ group, userId, round, comments, onClosed }: RoundListProps) {
  const t = useTranslations('tipping');
  const nameOf = useLocalName();
  const tips = useRoundTips(userId, group.id);
  const [shownTips, setShownTips] = useState<TippedMatch | null>(null);
  const { items } = round;
  const isOpenAt = (item: TippedMatch, now: Date) =>
    item.state === 'open' && (item.closes_at === null || Date.parse(item.closes_at) > now.getTime());
  // One number for all rows: the list renders again only when a match closes.
  const openCount = useTicking(1_000, (now) => items.filter((item) => isOpenAt(item, now)).length);
  const serverCount = items.filter(({ state }) => state === 'open').length;
  useEffect(() => {
    if (openCount < serverCount) onClosed();
  }, [openCount, serverCount, onClosed]);
  const now = useNow(60_000);
  const open = items.filter((item) => isOpenAt(item, now)).slice(0, openCount);
  const openIds = new Set(open.map(({ match }) => match.id));
  const rows = items.map((item) => ({ item, own: tips.rowOf(item), isOpen: openIds.has(item.match.id) }));
  const jokersSet = rows.filter(({ own }) => own.isJoker).length;
  const { jokers } = group.rules;
  const isMixed = new Set(items.map(({ league }) => league.id)).size > 1;
  const late = tips.refusedOf(items.filter(({ match }) => !openIds.has(match.id)));

  return (
    <section className="overflow-hidden rounded-card border border-line bg-surface">
      <RoundHead
        round={round}
        open={open}
        tipped={rows.filter(({ isOpen, own }) => isOpen && own.tip !== null).length}
        jokers={jokers.perRound > 0 ? { set: jokersSet, of: jokers.perRound } : null}
      />
      {tips.error !== null && (
        <div className="px-3 pt-3">
          <FormAlert message={`${t('save_failed')} ${errorText(tips.error)}`} />
        </div>
      )}
      {late.length > 1 && (
        <p role="status" className="border-t border-line px-3 py-2.5 text-[13px] text-bad">
          {t('late_count', { count: late.length })}{' '}
          <button
            type="button"
            onClick={() => tips.dismiss(late.map(({ item }) => item.match.id))}
            className="thumb font-semibold underline underline-offset-2"
          >
            {t('understood')}
          </button>
        </p>
      )}
      {/* Hears Enter in the fields inside, which the keyboard reaches. */}
      <ul onKeyDown={moveOnEnter} aria-label={t('matches_of_round')}>
        {rows.map(({ item, own, isOpen }) =>
          isOpen ? (
            <TipRow
              key={item.match.id}
              item={item}
              league={isMixed ? nameOf(item.league) : null}
              own={own}
              joker={jokers.perRound > 0 ? { factor: jokers.factor, isLeft: jokersSet < jokers.perRound } : null}
              onChange={(tip, isJoker) => tips.change(item.match.id, tip, isJoker)}
              onRetry={tips.retry}
              onDismiss={() => tips.dismiss([item.match.id])}
            />
          ) : (
            <ClosedRow
              key={item.match.id}
              item={item}
              own={own}
              onShowTips={() => setShownTips(item)}
              onDismiss={() => tips.dismiss([item.match.id])}
            />
          ),
        )}
      </ul>
      {open.length > 0 && (
        <p className="border-t border-line px-3 py-3 text-[13px] text-muted">
          {t(group.rules.deadline === 'round' ? 'hidden_round' : 'hidden_match')}
        </p>
      )}
      {shownTips && <MatchTipsDialog groupId={group.id} item={shownTips} comments={comments} onClose={() => setShownTips(null)} />}
    </section>
  );
}

interface RoundHeadProps {
  round: TippingRoundReply;
  open: readonly TippedMatch[];
  tipped: number;
  jokers: { set: number; of: number } | null;
}

/** How many are tipped and until when; afterwards, the points of the round. */
function RoundHead({ round, open, tipped, jokers }: RoundHeadProps) {
  const t = useTranslations('tipping');
  const closes = open.flatMap(({ closes_at }) => (closes_at === null ? [] : [closes_at])).toSorted()[0];
  return (
    <header className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-b border-line px-3 py-3 text-[13px] text-muted">
      {open.length > 0 && <span className="font-[620] text-text">{t('tipped_of', { tipped, of: open.length })}</span>}
      {tipped < open.length && (
        <button type="button" onClick={goToMissing} className="thumb font-[550] text-accent hover:underline">
          {t('to_missing')}
        </button>
      )}
      {jokers && <span>{t('jokers_of', jokers)}</span>}
      {open.length < round.items.length && <span>{t('round_points', { points: round.points })}</span>}
      {closes !== undefined && <ClosesIn at={closes} />}
    </header>
  );
}

/** The next deadline as a time, and how long it is until then by the server's clock. */
export function ClosesIn({ at }: { at: string }) {
  const t = useTranslations('tipping');
  const format = useFormatter();
  const time = new Date(at);
  const now = useNow(60_000);
  const isSoon = useTicking(1_000, (present) => time.getTime() - present.getTime() < HOUR_MS);
  const isToday = format.dateTime(time, 'day') === format.dateTime(now, 'day');
  const written = format.dateTime(time, isToday ? 'time' : 'day_time');
  return (
    <span className="num ml-auto">
      {t('closes', { time: written })} · {isSoon ? <Countdown until={at} /> : format.relativeTime(time, now)}
    </span>
  );
}
