import ChevronRight from 'lucide-react/icons/chevron-right';
import Sparkles from 'lucide-react/icons/sparkles';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import type { LeagueRef } from '#contract/matches.ts';
import type { Sport } from '#domain/matches/sport.ts';
import { StandingsPanel } from '#web/features/leagues/standings-panel.tsx';
import { InviteBanner } from '#web/features/match-list/invite-banner.tsx';
import { RecommendedCard } from '#web/features/match-list/recommended-card.tsx';
import { Card } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/placeholders.tsx';

interface BesideTheListProps extends TopOfTableProps {
  sport: Sport;
}

/** Further content: beside the list on the desktop, below it on the phone. */
export function BesideTheList({ sport, league, isPending }: BesideTheListProps) {
  return (
    <div className="grid gap-4 lg:max-xl:col-start-2 lg:max-xl:grid-cols-2 lg:max-xl:items-start">
      <RecommendedCard sport={sport} />
      <BestLink />
      <TopOfTable league={league} isPending={isPending} />
      <InviteBanner />
    </div>
  );
}

function BestLink() {
  const t = useTranslations('titles');
  return (
    <Link
      to="/best"
      className="flex items-center gap-2.5 rounded-card border border-line bg-surface px-4 py-3 text-[14px] font-[650] hover:border-line-strong"
    >
      <Sparkles size={16} aria-hidden className="flex-none text-accent" />
      <span className="min-w-0 flex-1 truncate">{t('best')}</span>
      <ChevronRight size={16} aria-hidden className="flex-none text-faint" />
    </Link>
  );
}

interface TopOfTableProps {
  league: LeagueRef | undefined;
  /** The league is still loading. */
  isPending: boolean;
}

/** The top of the table of the chosen league, or of the day's first league. */
function TopOfTable({ league, isPending }: TopOfTableProps) {
  if (league) return league.form === 'league' ? <StandingsPanel league={league} /> : null;
  if (!isPending) return null;
  return (
    <Card title={<Skeleton className="my-[3px] h-[14px] w-32" />}>
      <Skeleton className="h-[167px]" />
    </Card>
  );
}
