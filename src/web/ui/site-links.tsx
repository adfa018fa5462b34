import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
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

/** A link to forecasts without stakes. Needs all translations. */
export function ForecastLeagueLink({ className }: { className?: string }) {
  const t = useTranslations('forecast_league');
  return (
    <Link
      to="/forecast-league"
      className={classNames(
        'thumb inline-flex items-center gap-1.5 text-[13px] font-[550] text-muted underline underline-offset-2 hover:text-text',
        className,
      )}
    >
      <Target size={15} aria-hidden />
      {t('link')}
    </Link>
  );
}

/** A link to the predictions of a draw, or of all draws. */
export function BracketsLink({ leagueId, season, className }: { leagueId?: number; season?: string; className?: string }) {
  const t = useTranslations('leagues');
  return (
    <Link
      to={leagueId === undefined ? '/bracket' : `/bracket/${leagueId}${season ? `?season=${encodeURIComponent(season)}` : ''}`}
      className={classNames(
        'thumb inline-flex items-center gap-1.5 justify-self-start text-[13px] font-[550] text-muted underline underline-offset-2 hover:text-text',
        className,
      )}
    >
      <Trophy size={15} aria-hidden />
      {t('predict_draw')}
    </Link>
  );
}

/** A link to the divisions. */
export function DivisionsLink({ className }: { className?: string }) {
  const t = useTranslations('titles');
  return (
    <Link
      to="/divisions"
      className={classNames(
        'thumb inline-flex items-center gap-1.5 text-[13px] font-[550] text-muted underline underline-offset-2 hover:text-text',
        className,
      )}
    >
      <Medal size={15} aria-hidden />
      {t('divisions')}
    </Link>
  );
}

/** A link to tipping groups. */
export function GroupsLink({ className }: { className?: string }) {
  const t = useTranslations('shell');
  return (
    <Link
      to="/groups"
      className={classNames(
        'thumb inline-flex items-center gap-1.5 text-[13px] font-[550] text-muted underline underline-offset-2 hover:text-text',
        className,
      )}
    >
      <Users size={15} aria-hidden />
      {t('groups')}
    </Link>
  );
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
