import { useTranslations } from 'use-intl';
import type { TippedMatch } from '#contract/tipping-tips.ts';
import type { Sport } from '#domain/matches/sport.ts';
import type { TippingRules } from '#domain/tipping/rules.ts';
import { HITS, type MatchTerms, type ScoredTip, scoreTip } from '#domain/tipping/score-tips.ts';
import { MARGIN_BANDS, seriesTips, type Tip } from '#domain/tipping/tip.ts';
import { useTipWords } from './tip-words.ts';

export interface Example {
  tip: Tip;
  scored: ScoredTip;
}

const GOALS_MAX = 5;

/** Tips that a reader would think of, of any sport. */
function candidates(sport: Sport, series: TippedMatch['series']): Tip[] {
  if (sport === 'basketball')
    return MARGIN_BANDS.flatMap((_, band): Tip[] => [
      [band + 1, 0],
      [0, band + 1],
    ]);
  if (sport !== 'football') return seriesTips(sport, series);
  const goals = Array.from({ length: GOALS_MAX + 1 }, (_, count) => count);
  return goals.flatMap((home) => goals.map((away): Tip => [home, away]));
}

/**
 * Returns a tip for each way of coming near a result, from the exact one to the miss, with what `scoreTip` gives for it: the nearest tip of
 * each kind. With points for single sides there is one more, of a miss that has a side right.
 */
export function examplesOf(sport: Sport, series: TippedMatch['series'], terms: MatchTerms): Example[] {
  const [home, away] = terms.result;
  const distance = ([h, a]: Tip) => Math.abs(h - home) + Math.abs(a - away);
  const scored = candidates(sport, series)
    .map((tip) => ({ tip, scored: scoreTip({ tip, isJoker: false }, terms) }))
    .toSorted((one, other) => distance(one.tip) - distance(other.tip));
  const byHit = HITS.flatMap((hit) => scored.find((one) => one.scored.hit === hit && (hit !== 'missed' || one.scored.sides === 0)) ?? []);
  const side = terms.rules.points.team > 0 && scored.find((one) => one.scored.hit === 'missed' && one.scored.sides > 0);
  return side ? [...byHit, side] : byHit;
}

/** A result that no match had: what rules are explained by before a group has closed matches. */
export const madeUpTerms = (sport: Sport, rules: TippingRules): MatchTerms => ({
  result: sport === 'basketball' ? [2, 0] : [2, 1],
  rules,
  weight: 1,
  // Four in ten had the winner: what a quota needs.
  tips: 10,
  right: 4,
});

const NO_TEAM = { id: 0, name: '', short_name: null, names: {}, colours: ['#000000', '#ffffff'] as [string, string] };

interface ExampleListProps {
  examples: readonly Example[];
  match: Pick<TippedMatch['match'], 'sport' | 'home' | 'away'>;
}

/** Lists tips with their points. */
export function ExampleList({ examples, match }: ExampleListProps) {
  const t = useTranslations('tipping');
  const words = useTipWords();
  return (
    <ul className="num flex flex-wrap gap-1.5 text-[13px]">
      {examples.map(({ tip, scored }) => (
        <li key={tip.join('-')} title={t(`hit.${scored.hit}`)} className="flex items-baseline gap-1.5 rounded-tag bg-raised px-2 py-1">
          <span className="text-muted">{words(match, tip)}</span>
          <span aria-hidden className="text-faint">
            →
          </span>
          <b className="font-bold">{t('points_short', { points: scored.points })}</b>
        </li>
      ))}
    </ul>
  );
}

/** Explains rules by a made-up match. */
export function MadeUpExample({ sport, rules }: { sport: Sport; rules: TippingRules }) {
  const t = useTranslations('tipping');
  const words = useTipWords();
  const terms = madeUpTerms(sport, rules);
  const match = { sport, home: { ...NO_TEAM, name: t('home_team') }, away: { ...NO_TEAM, name: t('away_team') } };
  return (
    <div className="grid gap-1.5">
      <p className="text-[12.5px] text-muted">{t('example_result', { result: words(match, terms.result) })}</p>
      <ExampleList examples={examplesOf(sport, null, terms)} match={match} />
    </div>
  );
}
