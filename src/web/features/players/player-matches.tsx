import CalendarOff from 'lucide-react/icons/calendar-off';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { PlayerMatch, PlayerPage } from '#contract/players.ts';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/placeholders.tsx';
import { PlayerLink } from '#web/ui/player-link.tsx';

interface PlayerMatchesProps {
  page: PlayerPage;
  /** Renders a match with the player's part in it as a list item. The page passes it in, because match rows belong to another feature. */
  renderMatch: (match: PlayerMatch, words: string) => ReactNode;
}

/** Lists the matches of the season that name the player, the latest first. */
export function PlayerMatches({ page: { matches, could_be }, renderMatch }: PlayerMatchesProps) {
  const t = useTranslations();
  if (could_be.length > 0) {
    return (
      <Card>
        <p className="text-[13.5px]">{t('player_page.could_be')}</p>
        <ul className="mt-2 grid gap-1">
          {could_be.map(({ id, name }) => (
            <li key={id} className="py-1">
              <PlayerLink id={id} className="font-[530] break-words underline">
                {name}
              </PlayerLink>
            </li>
          ))}
        </ul>
      </Card>
    );
  }
  if (matches.length === 0)
    return <EmptyState icon={<CalendarOff size={28} />} title={t('player_page.none')} hint={t('player_page.none_hint')} />;
  const wordsFor = ({ role, minutes }: PlayerMatch) =>
    [role && t(`player_page.role.${role}`), minutes !== null && t('match.minutes_played', { minutes })].filter(Boolean).join(' · ');
  return (
    <Card title={t('player_page.matches')}>
      <ul>{matches.map((match) => renderMatch(match, wordsFor(match)))}</ul>
    </Card>
  );
}
