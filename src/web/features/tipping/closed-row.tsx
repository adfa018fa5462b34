import ChevronDown from 'lucide-react/icons/chevron-down';
import Star from 'lucide-react/icons/star';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import type { TippedMatch } from '#contract/tipping-tips.ts';
import type { ScoredTip } from '#domain/tipping/score-tips.ts';
import { classNames } from '#web/lib/class-names.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { useMatchTime } from '#web/lib/match-time.ts';
import { TeamName } from '#web/ui/team-name.tsx';
import { asTip, useTipWords } from './tip-words.ts';
import type { RowTip } from './use-round-tips.ts';

interface ClosedRowProps {
  item: TippedMatch;
  own: RowTip;
  onShowTips: () => void;
  onDismiss: () => void;
}

/** A match that has closed: its score, the caller's tip, and its points with the steps to them. */
export function ClosedRow({ item, own, onShowTips, onDismiss }: ClosedRowProps) {
  const t = useTranslations('tipping');
  const nameOf = useLocalName();
  const words = useTipWords();
  const { match, state, mine, by_default: byDefault, scored } = item;
  const time = useMatchTime(match, match.sport);
  const teams = { home: nameOf(match.home), away: nameOf(match.away) };
  const isLive = state === 'live';
  return (
    <li
      data-tip-row={match.id}
      aria-label={t('match_of', teams)}
      className="border-t border-line px-3 py-3 [contain-intrinsic-size:auto_110px] [content-visibility:auto] first:border-t-0"
    >
      <div className="grid grid-cols-[minmax(0,1fr)_auto_52px] items-center gap-x-3">
        <Link to={`/match/${match.id}`} className="grid min-w-0 gap-1 rounded-tag">
          <TeamName team={match.home} />
          <TeamName team={match.away} />
        </Link>
        <span className={classNames('num grid gap-1 text-right text-[17px]', isLive && 'text-live')}>
          <span>{match.score.home ?? '–'}</span>
          <span>{match.score.away ?? '–'}</span>
        </span>
        <span className="grid justify-items-end">
          {scored && (
            <b className={classNames('num text-[20px] font-bold', scored.points > 0 ? 'text-good' : 'text-muted')}>+{scored.points}</b>
          )}
          <span className={classNames('num text-[12px]', isLive ? 'text-live' : 'text-muted')}>{time.short}</span>
        </span>
      </div>
      <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-[13px] text-muted">
        <span className="flex items-center gap-1">
          {mine?.is_joker && <Star size={13} aria-label={t('joker')} fill="currentColor" className="text-accent" />}
          {mine
            ? t.rich('your_tip', { tip: words(match, asTip(mine)), b: (text) => <b className="num font-bold text-text">{text}</b> })
            : byDefault
              ? t('default_tip', { tip: words(match, asTip(byDefault)) })
              : t('no_tip')}
        </span>
        {state === 'void' && <span>{t('never_counts')}</span>}
        <button
          type="button"
          onClick={onShowTips}
          className="thumb ml-auto font-[550] text-text underline decoration-line-strong underline-offset-4"
        >
          {t('all_tips')}
        </button>
      </p>
      {own.state === 'waiting' && <p className="mt-1 text-[12.5px] text-warn">{t('waiting_closed')}</p>}
      {own.refused && (
        <p role="status" className="mt-1 text-[12.5px] text-bad">
          {t(`outcome.${own.refused.outcome}`, { tip: own.refused.tip === null ? t('nothing_tipped') : words(match, own.refused.tip) })}{' '}
          <button type="button" onClick={onDismiss} className="thumb font-semibold text-muted underline underline-offset-2">
            {t('understood')}
          </button>
        </p>
      )}
      {scored && (
        <details className="group mt-1 text-[13px] text-muted">
          <summary className="thumb flex w-fit cursor-pointer list-none items-center gap-1 hover:text-text">
            {isLive ? t('hit_so_far', { hit: t(`hit.${scored.hit}`) }) : t(`hit.${scored.hit}`)}
            <ChevronDown size={14} aria-hidden className="transition-transform group-open:rotate-180" />
          </summary>
          <Receipt scored={scored} />
        </details>
      )}
    </li>
  );
}

/** How a tip came to its points, a step a line. */
export function Receipt({ scored }: { scored: ScoredTip }) {
  const t = useTranslations('tipping');
  const { hit, base, quota, sides, joker, weight, points } = scored;
  const steps = [
    ...(quota !== null ? [{ label: t('step.quota'), value: String(quota) }] : []),
    ...(quota === null || base !== quota ? [{ label: t(`hit.${hit}`), value: quota === null ? String(base) : `+${base - quota}` }] : []),
    ...(sides > 0 ? [{ label: t('step.sides'), value: `+${sides}` }] : []),
    ...(joker > 1 ? [{ label: t('step.joker'), value: `×${joker}` }] : []),
    ...(weight > 1 ? [{ label: t('step.weight'), value: `×${weight}` }] : []),
    { label: t('step.points'), value: String(points) },
  ];
  return (
    <dl className="mt-1.5 grid max-w-[320px] gap-1">
      {steps.map(({ label, value }, index) => (
        <div
          key={label}
          className={classNames(
            'flex justify-between gap-4',
            index === steps.length - 1 && 'border-t border-line pt-1 font-[620] text-text',
          )}
        >
          <dt>{label}</dt>
          <dd className="num">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
