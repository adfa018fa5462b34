import { useQuery } from '@tanstack/react-query';
import Sparkles from 'lucide-react/icons/sparkles';
import Trophy from 'lucide-react/icons/trophy';
import UserPlus from 'lucide-react/icons/user-plus';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import type { LeagueRef } from '#contract/matches.ts';
import type { Sport } from '#domain/matches/sport.ts';
import { useUser } from '#web/data/session.ts';
import { openRegister } from '#web/data/ui-state.ts';
import { recommendation } from '#web/features/match-list/api.ts';
import { useLocalName } from '#web/lib/local-name.ts';

interface ShortcutsProps {
  sport: Sport;
  /** The league whose table is linked; undefined if there is none. */
  league: LeagueRef | undefined;
}

const CHIP =
  'flex h-11 flex-none items-center gap-2 rounded-chip border border-line bg-surface px-3.5 text-[13px] font-[550] text-muted hover:text-text';

/** The phone's way to the cards that stand below the whole list: featured match, table, best of the day, invitation. */
export function Shortcuts({ sport, league }: ShortcutsProps) {
  const t = useTranslations();
  const nameOf = useLocalName();
  const match = useQuery(recommendation(sport)).data?.match;
  return (
    <nav
      aria-label={t('matches.shortcuts')}
      className="-mx-3 mb-3 flex h-11 gap-2 overflow-x-auto overscroll-x-contain px-3 [scrollbar-width:none]"
    >
      {match && (
        <Link to={`/match/${match.id}`} className={CHIP}>
          <Sparkles size={15} aria-hidden className="flex-none text-accent" />
          <Named label={t('matches.recommended')}>{t('match.versus', { home: nameOf(match.home), away: nameOf(match.away) })}</Named>
        </Link>
      )}
      {league?.form === 'league' && (
        <Link to={`/leagues/${league.id}/standings`} className={CHIP}>
          <Trophy size={15} aria-hidden className="flex-none" />
          <Named label={t('matches.standings')}>{nameOf(league)}</Named>
        </Link>
      )}
      <Link to="/best" className={CHIP}>
        {t('titles.best')}
      </Link>
      <Invite />
    </nav>
  );
}

const Named = ({ label, children }: { label: string; children: ReactNode }) => (
  <span className="max-w-[62vw] truncate">
    {label} <b className="font-[620] text-text">{children}</b>
  </span>
);

function Invite() {
  const t = useTranslations('matches');
  const isUser = useUser() !== null;
  const content = (
    <>
      <UserPlus size={15} aria-hidden className="flex-none" />
      {t('invite_short')}
    </>
  );
  return isUser ? (
    <Link to="/account?tab=invite" className={CHIP}>
      {content}
    </Link>
  ) : (
    <button type="button" onClick={() => openRegister()} className={CHIP}>
      {content}
    </button>
  );
}
