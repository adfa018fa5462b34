import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { type ContestCase, getContestCase, listContestCases } from '#contract/contest-admin.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { call } from '#web/console/lib/call.ts';
import { useLocale } from '#web/i18n/texts-provider.tsx';
import { localName } from '#web/lib/local-name.ts';
import { Tag, type TagTone } from '#web/ui/card.tsx';

type Match = ContestCase['match'];

/** Names a match in one line: "Avalon Town – Northgate". */
export function useMatchName(): (match: Pick<Match, 'home' | 'away'>) => string {
  const locale = useLocale();
  return ({ home, away }) => `${localName(home, locale)} – ${localName(away, locale)}`;
}

/** The state of a match: its score, if any, and its status. */
export function MatchStanding({ match }: { match: Pick<Match, 'score' | 'status'> }) {
  const t = useTranslations('match.status.long');
  const { score, status } = match;
  return (
    <span className="whitespace-nowrap">
      {score && <span className="num mr-1.5 font-semibold">{score.join('–')}</span>}
      <span className="text-muted">{t(status)}</span>
    </span>
  );
}

const TONES: Record<ContestCase['state'], TagTone> = {
  preparing: 'quiet',
  open: 'good',
  locked: 'home',
  paused: 'warn',
  settled: 'quiet',
  void: 'quiet',
};

/** The state of a contest, and whether an operator set it. */
export function CaseState({ contest: { state, is_by_hand } }: { contest: Pick<ContestCase, 'state' | 'is_by_hand'> }) {
  const t = useTranslations('admin_contests');
  return (
    <span className="inline-flex items-center gap-1.5">
      <Tag tone={TONES[state]}>{t(`states.${state}`)}</Tag>
      {is_by_hand && <span className="text-[12.5px] text-muted">{t('by_hand')}</span>}
    </span>
  );
}

export type CaseFilter = InputOf<typeof listContestCases>;

/** Contests by state and search; unresolved ones are refetched automatically. */
export const contestCasesQuery = (filter: CaseFilter) =>
  queryOptions({
    queryKey: ['contests', filter],
    queryFn: ({ signal }) => call(listContestCases, filter, signal),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });

/** A contest with the known facts of its match, and the payout of each ending. */
export const contestCaseQuery = (id: string) =>
  queryOptions({
    queryKey: ['contests', id],
    queryFn: ({ signal }) => call(getContestCase, { id }, signal),
    refetchInterval: 15_000,
  });
