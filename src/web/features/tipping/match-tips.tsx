import { useInfiniteQuery } from '@tanstack/react-query';
import MessageCircle from 'lucide-react/icons/message-circle';
import ShieldCheck from 'lucide-react/icons/shield-check';
import Star from 'lucide-react/icons/star';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { type ReactNode, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { TipRef } from '#contract/chat.ts';
import type { MatchTips, TippedMatch } from '#contract/tipping-tips.ts';
import { type MatchTerms, scoreTip } from '#domain/tipping/score-tips.ts';
import { classNames } from '#web/lib/class-names.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { matchTipsQuery } from './api.ts';
import { asTip, useTipWords } from './tip-words.ts';
import { useWhoName, whoKey } from './who-name.tsx';

type Row = MatchTips['items'][number];

/** What tips are scored by, as the function that scores takes it. */
export const termsOf = ({ result, rules, weight, tips, right }: NonNullable<MatchTips['terms']>): MatchTerms => ({
  result: asTip(result),
  rules,
  weight,
  tips,
  right,
});

/** Returns the rows whose points are not what the terms give. */
export function wrongRows(rows: readonly Row[], terms: NonNullable<MatchTips['terms']>): Row[] {
  const by = termsOf(terms);
  return rows.filter(({ tip, is_joker, points }) => points !== scoreTip({ tip: asTip(tip), isJoker: is_joker }, by).points);
}

interface MatchTipsDialogProps {
  groupId: string;
  item: TippedMatch;
  comments: ShowComments;
  onClose: () => void;
}

/** Shows the comments on a tip of the member with this name. */
export type ShowComments = (about: TipRef, name: string) => ReactNode;

/** Everybody's tips of a match that has closed, with when they were entered; and a check of their points in this browser. */
export function MatchTipsDialog({ groupId, item, comments, onClose }: MatchTipsDialogProps) {
  const t = useTranslations('tipping');
  const nameOf = useLocalName();
  const format = useFormatter();
  const words = useTipWords();
  const { match } = item;
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(matchTipsQuery(groupId, match.id));
  const first = data?.pages[0];
  const rows = data?.pages.flatMap(({ items }) => items) ?? [];
  // One at a time: all of them follow the same room.
  const [openId, setOpenId] = useState<number | null>(null);
  const toggle = (memberId: number) => {
    // What was said there has changed the numbers.
    if (openId !== null) void refetch();
    setOpenId(openId === memberId ? null : memberId);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      isCalm
      width="l"
      title={t('match_of', { home: nameOf(match.home), away: nameOf(match.away) })}
      lead={first && t('closed_at', { time: format.dateTime(new Date(first.closed_at), 'day_time') })}
    >
      {!data && error && <ErrorState title={t('tips_failed')} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-[280px] rounded-control" />}
      {data && rows.length === 0 && <EmptyState title={t('tips_none')} />}
      {first?.terms && (
        <p className="mb-2 text-[13px] text-muted">
          {t(first.terms.is_final ? 'result_is' : 'result_so_far', { result: words(match, asTip(first.terms.result)) })}
        </p>
      )}
      {first?.is_imported && <p className="mb-2 text-[13px] text-muted">{t('move.imported_tips')}</p>}
      <ul>
        {rows.map((row) => (
          <TipLine
            key={whoKey(row)}
            row={row}
            match={match}
            isOpen={row.comments !== null && row.comments.member_id === openId}
            onToggle={toggle}
            comments={comments}
          />
        ))}
      </ul>
      {hasNextPage && (
        <Button look="quiet" wide busy={isFetchingNextPage} onClick={() => void fetchNextPage()} className="mt-3">
          {t('show_more')}
        </Button>
      )}
      {first?.terms && rows.length > 0 && <Check rows={rows} terms={first.terms} />}
    </Dialog>
  );
}

interface TipLineProps extends Pick<MatchTipsDialogProps, 'comments'> {
  row: Row;
  match: TippedMatch['match'];
  /** Whether its comments are shown. */
  isOpen: boolean;
  onToggle: (memberId: number) => void;
}

function TipLine({ row, match, isOpen, onToggle, comments }: TipLineProps) {
  const t = useTranslations('tipping');
  const format = useFormatter();
  const words = useTipWords();
  const nameOf = useWhoName();
  const about = row.comments && { match_id: match.id, member_id: row.comments.member_id };
  return (
    <li className={classNames('border-t border-line px-1 py-2', row.is_me && 'bg-accent-soft')}>
      <div className="flex items-center gap-3">
        <span className="min-w-0 flex-1">
          <span className={classNames('block truncate font-[550]', row.is_me && 'text-accent')}>{nameOf(row)}</span>
          <span className="num block text-[12px] text-muted">
            {row.entered_at !== null
              ? t('entered_at', { time: format.dateTime(new Date(row.entered_at), 'day_time') })
              : row.kind === 'member' && t('entered_default')}
          </span>
        </span>
        {row.is_joker && <Star size={14} aria-label={t('joker')} fill="currentColor" className="flex-none text-accent" />}
        <span className="num flex-none text-[16px]">{words(match, asTip(row.tip))}</span>
        <b className="num w-10 flex-none text-right text-[16px]">{row.points === null ? '–' : `+${row.points}`}</b>
        {row.comments && about && (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-label={t('comments_on', { name: nameOf(row), count: row.comments.count })}
            onClick={() => onToggle(about.member_id)}
            className={classNames(
              'thumb num flex min-w-9 flex-none items-center justify-end gap-1 rounded-tag text-[13px] hover:text-text',
              isOpen ? 'text-accent' : 'text-muted',
            )}
          >
            {row.comments.count > 0 && <span aria-hidden>{row.comments.count}</span>}
            <MessageCircle size={16} aria-hidden />
          </button>
        )}
      </div>
      {isOpen && about && <div className="mt-2">{comments(about, nameOf(row))}</div>}
    </li>
  );
}

/** Scores every tip again in this browser, and says whether the points agree. */
function Check({ rows, terms }: { rows: readonly Row[]; terms: NonNullable<MatchTips['terms']> }) {
  const t = useTranslations('tipping');
  const nameOf = useWhoName();
  const [isChecked, setChecked] = useState(false);
  if (!isChecked) {
    return (
      <Button look="quiet" size="s" onClick={() => setChecked(true)} className="mt-4">
        <ShieldCheck size={15} aria-hidden />
        {t('check')}
      </Button>
    );
  }
  const wrong = wrongRows(rows, terms);
  const Icon = wrong.length > 0 ? TriangleAlert : ShieldCheck;
  return (
    <p role="status" className={classNames('mt-4 flex items-start gap-2 text-[13px]', wrong.length > 0 ? 'text-bad' : 'text-good')}>
      <Icon size={16} aria-hidden className="mt-px flex-none" />
      {wrong.length > 0
        ? t('check_wrong', { count: wrong.length, names: wrong.map(nameOf).join(', ') })
        : t('check_right', { count: rows.length })}
    </p>
  );
}
