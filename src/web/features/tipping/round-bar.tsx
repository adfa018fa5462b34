import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import type { ReactNode } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import type { TippingRound } from '#contract/tipping-groups.ts';
import { QuietSelect } from '#web/ui/select-field.tsx';
import { isMixed, useRoundLabel } from './round-label.ts';

interface RoundBarProps {
  rounds: readonly TippingRound[];
  /** Its key; null before any round. */
  chosen: string | null;
}

/** The round that is shown, and the ways to the others. */
export function RoundBar({ rounds, chosen }: RoundBarProps) {
  const t = useTranslations('tipping');
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const labelOf = useRoundLabel(isMixed(rounds));
  const at = rounds.findIndex(({ key }) => key === chosen);
  if (rounds.length === 0) return null;
  const pathOf = (round: TippingRound | undefined) => (round ? `${pathname}?round=${encodeURIComponent(round.key)}` : null);
  const weight = rounds[at]?.weight ?? 1;
  return (
    <nav aria-label={t('rounds')} className="flex items-center gap-2">
      <Step label={t('round_before')} to={at > 0 ? pathOf(rounds[at - 1]) : null}>
        <ChevronLeft size={18} aria-hidden />
      </Step>
      <QuietSelect
        label={t('round')}
        value={chosen ?? ''}
        options={[
          // A round beyond the hundred that are listed.
          ...(at < 0 && chosen !== null
            ? [{ value: chosen, label: labelOf({ key: chosen, round: chosen.split(':').slice(3).join(':') || null }) }]
            : []),
          ...rounds.map((round) => ({ value: round.key, label: labelOf(round) })),
        ]}
        onChange={(key) => void navigate(`${pathname}?round=${encodeURIComponent(key)}`, { replace: true, preventScrollReset: true })}
        className="flex-1 md:max-w-[320px]"
      />
      {weight > 1 && (
        <span className="num flex-none rounded-chip bg-accent-soft px-2 py-0.5 text-accent">{t('times', { factor: weight })}</span>
      )}
      <Step label={t('round_after')} to={pathOf(at < 0 ? undefined : rounds[at + 1])}>
        <ChevronRight size={18} aria-hidden />
      </Step>
    </nav>
  );
}

const STEP =
  'grid size-9 flex-none place-items-center rounded-control border border-line text-muted hover:border-line-strong hover:text-text pointer-coarse:size-11';

function Step({ label, to, children }: { label: string; to: string | null; children: ReactNode }) {
  if (to === null) {
    return (
      <span aria-hidden className={`${STEP} text-line-strong`}>
        {children}
      </span>
    );
  }
  return (
    <Link to={to} replace preventScrollReset aria-label={label} className={STEP}>
      {children}
    </Link>
  );
}
