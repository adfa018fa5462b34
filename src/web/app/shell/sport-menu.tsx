import { useQuery } from '@tanstack/react-query';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { useTranslations } from 'use-intl';
import { leaguesQuery } from '#web/features/leagues/api.ts';
import { useMatchFilters } from '#web/features/match-list/filters.ts';
import { offeredSports } from '#web/features/match-list/sports.ts';
import { MenuButton, menuPart } from '#web/ui/menu-button.tsx';

const SportChoice = menuPart(async () => (await import('./sport-choice.tsx')).SportChoice);

/** The phone's choice of a sport, in the bar above the list; only the name if there is one sport. */
export function SportMenu() {
  const t = useTranslations('matches');
  const { filters } = useMatchFilters();
  const leagues = useQuery(leaguesQuery).data?.items;
  const name = t(`sports.${filters.sport}`);
  if (offeredSports(leagues).length < 2) return <span className="truncate text-[17px] font-[650]">{name}</span>;
  return (
    <MenuButton
      Menu={SportChoice}
      aria-label={`${t('sports_nav')}: ${name}`}
      className="-mr-1 flex h-11 min-w-0 items-center gap-0.5 rounded-control px-1 text-[16px] font-[650] [font-stretch:92%]"
    >
      <span className="truncate">{name}</span>
      <ChevronDown size={16} aria-hidden className="flex-none text-muted" />
    </MenuButton>
  );
}
