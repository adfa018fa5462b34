import type { LucideIcon } from 'lucide-react';
import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import Heart from 'lucide-react/icons/heart';
import Medal from 'lucide-react/icons/medal';
import Target from 'lucide-react/icons/target';
import Timer from 'lucide-react/icons/timer';
import Trophy from 'lucide-react/icons/trophy';
import Users from 'lucide-react/icons/users';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import type { Sport } from '#domain/matches/sport.ts';
import { useShield } from '#web/data/shield.ts';
import { classNames } from '#web/lib/class-names.ts';

interface GameLinkProps {
  to: string;
  icon: LucideIcon;
  label: string;
  className?: string | undefined;
}

const GameLink = ({ to, icon: Icon, label, className }: GameLinkProps) => (
  <Link
    to={to}
    className={classNames(
      'thumb inline-flex items-center gap-1.5 text-[13px] font-[550] text-muted underline underline-offset-2 hover:text-text',
      className,
    )}
  >
    <Icon size={15} aria-hidden />
    {label}
  </Link>
);

/** A link to forecasts without stakes. Needs all translations. */
export function ForecastLeagueLink({ className }: { className?: string }) {
  return <GameLink to="/forecast-league" icon={Target} label={useTranslations('forecast_league')('link')} className={className} />;
}

/** A link to the predictions of a draw, or of all draws. */
export function BracketsLink({ leagueId, season, className }: { leagueId?: number; season?: string; className?: string }) {
  const t = useTranslations('leagues');
  const to = leagueId === undefined ? '/bracket' : `/bracket/${leagueId}${season ? `?season=${encodeURIComponent(season)}` : ''}`;
  return <GameLink to={to} icon={Trophy} label={t('predict_draw')} className={classNames('justify-self-start', className)} />;
}

/** A link to the survivor games. Needs all translations. */
export function SurvivorLink({ className }: { className?: string }) {
  return <GameLink to="/survivor" icon={Heart} label={useTranslations('leagues')('survivor')} className={className} />;
}

/** A link to the divisions. */
export function DivisionsLink({ className }: { className?: string }) {
  return <GameLink to="/divisions" icon={Medal} label={useTranslations('titles')('divisions')} className={className} />;
}

/** A link to tipping groups. */
export function GroupsLink({ className }: { className?: string }) {
  return <GameLink to="/groups" icon={Users} label={useTranslations('shell')('groups')} className={className} />;
}

/** Beside a forecast: a link to the track record. Needs all translations. */
export function TrackRecordLink({ sport }: { sport: Sport }) {
  const t = useTranslations('track_record');
  return (
    <Link
      to={sport === 'football' ? '/track-record' : `/track-record?sport=${sport}`}
      className="thumb text-[12.5px] font-[550] text-muted underline underline-offset-2 hover:text-text"
    >
      {t('link')}
    </Link>
  );
}

/** A link to the spoiler shield, which shows whether one is active. The icon is small, its target as large as a thumb. */
export function ShieldLink({ className }: { className?: string }) {
  const t = useTranslations('shield');
  const shield = useShield((state) => state.shield);
  const isBehind = shield !== null && 'delaySeconds' in shield;
  const Icon = shield === null ? Eye : isBehind ? Timer : EyeOff;
  const name = isBehind ? t('now_delay', { seconds: shield.delaySeconds }) : t(shield === null ? 'now_off' : 'now_hide');
  return (
    <Link
      to="/spoiler-shield"
      aria-label={name}
      title={name}
      className={classNames('thumb flex-none transition-colors', shield === null ? 'text-faint hover:text-text' : 'text-accent', className)}
    >
      <Icon size={17} aria-hidden />
    </Link>
  );
}
