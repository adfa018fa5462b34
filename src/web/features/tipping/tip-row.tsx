import Check from 'lucide-react/icons/check';
import CloudOff from 'lucide-react/icons/cloud-off';
import LoaderCircle from 'lucide-react/icons/loader-circle';
import Star from 'lucide-react/icons/star';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import X from 'lucide-react/icons/x';
import { memo, useRef } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { TippedMatch } from '#contract/tipping-tips.ts';
import type { Tip } from '#domain/tipping/tip.ts';
import { classNames } from '#web/lib/class-names.ts';
import { useNow } from '#web/lib/clock.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { FIELD, TipFields } from './tip-fields.tsx';
import { useTipWords } from './tip-words.ts';
import type { RowTip } from './use-round-tips.ts';

interface TipRowProps {
  item: TippedMatch;
  /** The league's name, where a round has several. */
  league: string | null;
  own: RowTip;
  /** Jokers of the group's rules: null if there are none. */
  joker: { factor: number; isLeft: boolean } | null;
  onChange: (tip: Tip | null, isJoker: boolean) => void;
  onRetry: () => void;
  onDismiss: () => void;
}

/**
 * A match that can be tipped: its fields, its joker, and what has become of the tip. A round may have hundreds of rows: a press renders one.
 */
export const TipRow = memo(UnmemoisedRow, isSame);

/** Callbacks are left out: each does the same for its match whenever it was made. */
function isSame(before: TipRowProps, now: TipRowProps): boolean {
  const { own, joker } = before;
  return (
    before.item === now.item &&
    before.league === now.league &&
    own.state === now.own.state &&
    own.isJoker === now.own.isJoker &&
    own.refused === now.own.refused &&
    own.tip?.join() === now.own.tip?.join() &&
    joker?.factor === now.joker?.factor &&
    joker?.isLeft === now.joker?.isLeft
  );
}

function UnmemoisedRow({ item, league, own, joker, onChange, onRetry, onDismiss }: TipRowProps) {
  const t = useTranslations('tipping');
  const format = useFormatter();
  const nameOf = useLocalName();
  const { match } = item;
  const now = useNow(60_000);
  const teams = { home: nameOf(match.home), away: nameOf(match.away) };
  const swipe = useSwipe();
  const kickoffText = (at: string) => {
    const isToday = format.dateTime(new Date(at), 'day') === format.dateTime(now, 'day');
    return format.dateTime(new Date(at), isToday ? 'time' : 'day_time');
  };
  return (
    <li
      {...swipe}
      data-tip-row={match.id}
      {...(own.tip === null && { [MISSING]: '' })}
      aria-label={t('match_of', teams)}
      className="border-t border-line px-3 py-3 [contain-intrinsic-size:auto_150px] [content-visibility:auto] first:border-t-0"
    >
      <div className="mb-1.5 flex min-h-6 items-center gap-2 text-[12px] text-muted">
        <span className="num min-w-0 truncate">
          {match.kickoff_at === null ? t('no_date') : kickoffText(match.kickoff_at)}
          {league !== null && ` · ${league}`}
        </span>
        <span className="ml-auto flex flex-none items-center gap-3">
          <Progress state={own.state} />
          {joker && <JokerButton joker={joker} own={own} teams={teams} onPress={() => onChange(own.tip, !own.isJoker)} />}
          {own.tip !== null && (
            <button
              type="button"
              aria-label={t('clear_of', teams)}
              onClick={() => onChange(null, false)}
              className="thumb grid size-6 place-items-center rounded-tag text-faint hover:text-text"
            >
              <X size={15} aria-hidden />
            </button>
          )}
        </span>
      </div>
      <TipFields match={match} series={item.series} value={own.tip} onChange={(tip) => onChange(tip, own.isJoker && tip !== null)} />
      <RowNote item={item} own={own} onRetry={onRetry} onDismiss={onDismiss} />
    </li>
  );
}

interface JokerButtonProps {
  joker: { factor: number; isLeft: boolean };
  own: RowTip;
  teams: { home: string; away: string };
  onPress: () => void;
}

function JokerButton({ joker, own, teams, onPress }: JokerButtonProps) {
  const t = useTranslations('tipping');
  return (
    <button
      type="button"
      aria-pressed={own.isJoker}
      aria-label={t('joker_of', teams)}
      // Without a tip there is nothing to multiply.
      disabled={own.tip === null || (!own.isJoker && !joker.isLeft)}
      onClick={onPress}
      className={classNames(
        'thumb flex items-center gap-1 rounded-chip border px-2 py-0.5 font-semibold disabled:opacity-45',
        own.isJoker ? 'border-accent bg-accent-soft text-accent' : 'border-line text-muted hover:text-text',
      )}
    >
      <Star size={13} aria-hidden fill={own.isJoker ? 'currentColor' : 'none'} />
      {t('joker')} <span className="num">×{joker.factor}</span>
    </button>
  );
}

/** What the user should know of a tip that is not saved; read out when it appears. */
function RowNote({ item, own, onRetry, onDismiss }: { item: TippedMatch; own: RowTip } & Pick<TipRowProps, 'onRetry' | 'onDismiss'>) {
  const t = useTranslations('tipping');
  const words = useTipWords();
  const { refused } = own;
  if (refused) {
    const tip = refused.tip === null ? t('nothing_tipped') : words(item.match, refused.tip);
    return (
      <p role="status" className="mt-1.5 flex items-start gap-1.5 text-[12.5px] text-bad">
        <TriangleAlert size={14} aria-hidden className="mt-0.5 flex-none" />
        <span className="min-w-0">{t(`outcome.${refused.outcome}`, { tip })}</span>
        <button type="button" onClick={onDismiss} className="thumb flex-none font-semibold text-muted underline underline-offset-2">
          {t('understood')}
        </button>
      </p>
    );
  }
  if (own.state !== 'waiting' && own.state !== 'failed') return null;
  const [Icon, tone] = own.state === 'waiting' ? ([CloudOff, 'text-warn'] as const) : ([TriangleAlert, 'text-bad'] as const);
  return (
    <p role="status" className={classNames('mt-1.5 flex items-center gap-1.5 text-[12.5px]', tone)}>
      <Icon size={14} aria-hidden className="flex-none" />
      {t(`row.${own.state}`)}
      {own.state === 'failed' && (
        <button type="button" onClick={onRetry} className="thumb font-semibold underline underline-offset-2">
          {t('retry')}
        </button>
      )}
    </p>
  );
}

/** The usual course: a tip is being saved, and is saved. */
function Progress({ state }: { state: RowTip['state'] }) {
  const t = useTranslations('tipping');
  if (state !== 'saving' && state !== 'saved') return null;
  const Icon = state === 'saved' ? Check : LoaderCircle;
  return (
    <span role="status" className="flex items-center gap-1">
      <Icon size={13} aria-hidden className={classNames('flex-none', state === 'saving' && 'animate-spin motion-reduce:animate-none')} />
      {t(`row.${state}`)}
    </span>
  );
}

/** The shortest sideways movement that is a swipe, and the largest one up or down, in pixels. */
const SWIPE = { acrossMin: 56, alongMax: 36 } as const;

/** A swipe to the left leads to the next match, one to the right to the one before. */
function useSwipe() {
  const from = useRef<{ x: number; y: number } | null>(null);
  return {
    onTouchStart: ({ touches }: React.TouchEvent) => {
      const touch = touches[0];
      from.current = touch && touches.length === 1 ? { x: touch.clientX, y: touch.clientY } : null;
    },
    onTouchEnd: ({ changedTouches, currentTarget }: React.TouchEvent<HTMLElement>) => {
      const touch = changedTouches[0];
      if (!from.current || !touch) return;
      const [across, along] = [touch.clientX - from.current.x, touch.clientY - from.current.y];
      if (Math.abs(across) < SWIPE.acrossMin || Math.abs(along) > SWIPE.alongMax) return;
      const next = across < 0 ? currentTarget.nextElementSibling : currentTarget.previousElementSibling;
      next?.scrollIntoView({ block: 'center', behavior: 'smooth' });
    },
  };
}

/** Marks the rows without a tip. */
const MISSING = 'data-missing';

/** Goes to the first match of a page that has no tip yet. */
export function goToMissing(): void {
  const field = document.querySelector<HTMLElement>(`[${MISSING}] [${FIELD}]`);
  field?.closest('li')?.scrollIntoView({ block: 'center' });
  field?.focus({ preventScroll: true });
}

/** Enter moves on to the next field of the list, as on a form for numbers. */
export function moveOnEnter(event: React.KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
  const fields = [...event.currentTarget.querySelectorAll<HTMLInputElement>(`[${FIELD}]`)];
  const row = event.target.closest('[data-tip-row]');
  const at = fields.indexOf(event.target);
  // From any other result of a series: the first field after its match.
  const next =
    at >= 0
      ? fields[at + 1]
      : fields.find((field) => row && row.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING && !row.contains(field));
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.scrollIntoView({ block: 'nearest' });
}
