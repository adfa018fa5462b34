import CalendarSearch from 'lucide-react/icons/calendar-search';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { useHidesResults } from '#web/data/shield.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/placeholders.tsx';
import type { MatchFilters } from './filters.ts';

interface ListEmptyProps {
  filters: Pick<MatchFilters, 'status' | 'leagueId' | 'q'>;
  isKnownLeague: boolean;
  hrefWith: (changes: Partial<MatchFilters>) => string;
  nextDay: string;
}

/** Says why no match fits the filters, and links to where there are some. */
export function ListEmpty({ filters, isKnownLeague, hrefWith, nextDay }: ListEmptyProps) {
  const t = useTranslations('matches.empty');
  const isHiding = useHidesResults();
  const { title, hint, action, href } = content();
  return (
    <EmptyState
      icon={<CalendarSearch size={28} />}
      title={title}
      hint={hint}
      action={
        <Button look="quiet" asChild>
          <Link to={href}>{action}</Link>
        </Button>
      }
    />
  );

  function content() {
    const { status, q, leagueId } = filters;
    if (q !== '') return { title: t('search', { q }), hint: t('search_hint'), action: t('search_action'), href: hrefWith({ q: '' }) };
    // Matches in play and results are not missing, but hidden: "none" would be false, and would tell of them when it is true.
    if (isHiding && (status === 'live' || status === 'finished'))
      return { title: t('hidden'), hint: t('hidden_hint'), action: t('all_action'), href: hrefWith({ status: null, leagueId: null }) };
    const day = { action: t('all_action'), href: hrefWith({ status: null, leagueId: null }) };
    if (leagueId !== null && !isKnownLeague) return { title: t('league'), hint: t('league_hint'), ...day };
    if (status === 'live')
      return { title: t('live'), hint: t('live_hint'), action: t('live_action'), href: hrefWith({ status: 'upcoming' }) };
    if (status === 'finished') return { title: t('finished'), hint: t('finished_hint'), ...day };
    const next = { action: t('upcoming_action'), href: hrefWith({ date: nextDay }) };
    if (status === 'upcoming') return { title: t('upcoming'), hint: t('upcoming_hint'), ...next };
    return leagueId === null ? { title: t('day'), hint: t('day_hint'), ...next } : { title: t('day'), hint: t('day_hint'), ...day };
  }
}
