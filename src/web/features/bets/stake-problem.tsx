import { useFormatter, useTranslations } from 'use-intl';
import type { StakeRefusal } from '#domain/contest.ts';
import type { Pick } from '#domain/sport.ts';
import { ApiError, errorText } from '#web/lib/api-error.ts';
import { DAY_AND_TIME } from '#web/lib/date-formats.ts';
import { useMeta } from '#web/lib/meta.ts';
import { formatOdds } from '#web/lib/odds-format.ts';
import { isFull, priceOf, type StakeFacts } from './stake-rules.ts';
import type { Slip } from './use-slip.ts';

interface StakeProblemProps {
  id: string;
  facts: StakeFacts;
  pick: Pick | null;
  /** What the page itself found wrong; it goes before what the server said of an earlier try. */
  refusal: StakeRefusal | null;
  slip: Slip;
}

/** What no sentence goes without, whether or not it says it. */
const NOTHING = { min: 0, max: 0, left: 0, kind: '', period: '', odds: '' };

/** What speaks against a stake, in one sentence, and the way to more points where there is one. */
export function StakeProblem({ id, facts, pick, refusal, slip }: StakeProblemProps) {
  const t = useTranslations('bets');
  const format = useFormatter();
  const supportUrl = useMeta()?.support_url ?? null;
  const { error, isUnsure, fall } = slip;
  const code = refusal?.code ?? (error instanceof ApiError ? error.code : null);
  /** Until when it is so: time away, or the period of a limit. */
  const when = ({ until, resets_at }: NonNullable<StakeRefusal['params']>) => {
    const moment = until ?? resets_at;
    return moment === undefined ? '' : format.dateTime(new Date(moment), DAY_AND_TIME);
  };
  const words = () => {
    if (refusal?.code === 'market_suspended' && !isFull(facts.contest, facts.limits)) return t('errors.no_room');
    if (refusal) return t(`errors.${refusal.code}`, { ...NOTHING, ...refusal.params, when: when(refusal.params ?? {}) });
    if (error === null) return null;
    if (isUnsure) return `${errorText(error)} ${t('unsure')}`;
    if (code !== 'odds_changed') return errorText(error);
    // A lower price is told by itself; the market may have turned again meanwhile.
    const odds = priceOf(facts.contest, pick);
    return fall !== null || odds === null ? null : t('errors.odds_changed', { odds: formatOdds(odds) });
  };
  const said = words();
  return (
    <p id={id} role="alert" className="text-[12.5px] text-bad not-empty:mt-2">
      {said}
      {said && code === 'insufficient_points' && supportUrl && (
        <>
          {' '}
          <a href={supportUrl} className="font-semibold underline underline-offset-2">
            {t('top_up')}
          </a>
        </>
      )}
    </p>
  );
}
