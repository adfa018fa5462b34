import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { useTranslations } from 'use-intl';
import type { LiveChange } from '#contract/live.ts';
import { useFavorites } from '#web/data/favorites.ts';
import { scorer } from '#web/data/match-state.ts';
import { oncePerBrowser } from '#web/data/once-per-browser.ts';
import { toast } from '#web/data/toasts.ts';
import { type Selected, type SelectedMatch, selection } from '#web/features/match-list/api.ts';
import { withSelectedChange } from '#web/features/match-list/day-cache.ts';
import { localDate } from '#web/features/match-list/local-day.ts';
import { useDayTopics } from '#web/features/match-list/use-live-day.ts';
import { useTicking } from '#web/lib/clock.ts';
import { useScoreWords } from '#web/lib/local-name.ts';

/** Announces goals of followed teams and matches while another page is open; the list announces its own. Renders nothing. */
export function FavoriteGoals() {
  const { pathname } = useLocation();
  const followed = useFavorites();
  const isNone = followed.match.size + followed.team.size + followed.league.size === 0;
  return isNone || pathname === '/matches' ? null : <Listening />;
}

function Listening() {
  const t = useTranslations('notifications');
  const client = useQueryClient();
  const scoreWords = useScoreWords();
  const { pathname } = useLocation();
  const followed = useFavorites();
  const date = useTicking(10_000, localDate);
  const today = selection({ date, ids: followed.match, teamIds: followed.team, leagueIds: followed.league });
  useQuery(today);
  const fetchAgain = () => client.invalidateQueries({ queryKey: today.queryKey });

  function follow(change: LiveChange) {
    const known = client.getQueryData(today.queryKey);
    if (change.t === 'refetch') return void fetchAgain().then(() => tellSince(known));
    const result = known && withSelectedChange(known, change);
    if (!result?.match) return;
    client.setQueryData(today.queryKey, result.selected);
    tellSince(known);
  }

  /** Announces the goals of what was fetched or told now. A goal is news for a moment: after a break, the score is enough. */
  function tellSince(before: Selected | undefined) {
    if (document.hidden) return;
    for (const match of client.getQueryData(today.queryKey)?.items ?? []) {
      const earlier = before?.items.find(({ id }) => id === match.id);
      if (earlier && scorer(earlier, match) !== null && pathname !== `/match/${match.id}`) tell(match);
    }
  }

  function tell(match: SelectedMatch) {
    const words = scoreWords(match, match.league.sport);
    if (words === null) return;
    const link = { to: `/match/${match.id}`, label: t('open_match') };
    oncePerBrowser(`goal ${match.id} ${match.score.home}-${match.score.away}`, () => toast('info', words, { link }));
  }

  useDayTopics(date, follow, () => void fetchAgain());
  return null;
}
