import { useFormatter, useTranslations } from 'use-intl';
import type { SeasonOutlook } from '#contract/outlook.ts';
import { type Aim, chanceOf, type Finish } from '#domain/forecast/playing-for.ts';
import { total } from '#domain/forecast/season-simulation.ts';
import { useTicking } from '#web/lib/clock.ts';

export type Outlook = NonNullable<SeasonOutlook['outlook']>;
export type OutlookTeam = Outlook['teams'][number];

/** Returns a function that writes a chance: "34%", "<1%", ">99%". */
export function useChanceText(): (probability: number) => string {
  const format = useFormatter();
  const percent = (probability: number) => format.number(probability, { style: 'percent', maximumFractionDigits: 0 });
  return (probability) => {
    if (probability < 0.01) return `<${percent(0.01)}`;
    return probability > 0.99 ? `>${percent(0.99)}` : percent(probability);
  };
}

/** Shows how likely places are; what is decided has a mark instead of a figure. */
export function Chance({ finish, from, to }: { finish: Finish; from: number; to: number }) {
  const t = useTranslations('outlook');
  const write = useChanceText();
  const { probability, state } = chanceOf(finish, from, to);
  if (state !== 'open') {
    return (
      <>
        <span aria-hidden className={state === 'certain' ? 'font-bold text-good' : 'text-faint'}>
          {state === 'certain' ? '✓' : '–'}
        </span>
        <span className="sr-only">{t(state)}</span>
      </>
    );
  }
  const text = write(probability);
  if (probability >= 0.01 && probability <= 0.99) return <span className={probability < 0.1 ? 'text-muted' : undefined}>{text}</span>;
  return (
    <>
      <span aria-hidden className="text-faint">
        {text}
      </span>
      <span className="sr-only">{t(probability < 0.5 ? 'below' : 'above', { chance: text.slice(1) })}</span>
    </>
  );
}

/** Share of simulations outside the range that is said, on either side. */
const TAIL = 0.1;

/** Returns the place that came out most often, and the range of places of the middle eight in ten simulations. */
export function spreadOf(places: readonly number[]): { place: number; from: number; to: number } {
  const wanted = total(places) * TAIL;
  const firstBeyond = (counts: readonly number[]): number => {
    let sum = 0;
    return counts.findIndex((count) => {
      sum += count;
      return sum > wanted;
    });
  };
  return {
    place: places.indexOf(Math.max(...places)) + 1,
    from: firstBeyond(places) + 1,
    to: places.length - firstBeyond(places.toReversed()),
  };
}

/** Draws how often a team finished in each place, first place at the left. */
export function Spread({ places, className }: { places: readonly number[]; className?: string }) {
  const t = useTranslations('outlook');
  const most = Math.max(...places, 1);
  return (
    <svg
      role="img"
      aria-label={t('spread', spreadOf(places))}
      viewBox={`0 0 ${places.length} 20`}
      preserveAspectRatio="none"
      className={className}
    >
      {places.map((count, index) => (
        <rect
          key={index}
          x={index + 0.12}
          width={0.76}
          y={20 - Math.max(0.8, (20 * count) / most)}
          height={Math.max(0.8, (20 * count) / most)}
          className={count === 0 ? 'fill-line' : count === most ? 'fill-accent' : 'fill-muted'}
        />
      ))}
    </svg>
  );
}

/** Says where an outlook comes from and when it was made, and unless there are none what the marks of its figures mean. */
export function OutlookSource({ outlook, hasMarks = true }: { outlook: Outlook; hasMarks?: boolean }) {
  const t = useTranslations('outlook');
  const format = useFormatter();
  const now = useTicking(60_000, (at) => at.getTime());
  const { seasons, model, simulated_at, teams } = outlook;
  const ago = format.relativeTime(new Date(simulated_at), now);
  const isUncertain = teams.some(({ bounds }) => bounds === null);
  return (
    <>
      {t('source', { seasons, model, ago })} {t('playing')} {isUncertain ? t('uncertain') : hasMarks && t('marks')}
    </>
  );
}

/** Returns a function that says what a team plays for, as sentences. */
export function usePlayingForWords(): (said: { secured: Aim | null; near: Aim | null; open: Aim[] }, aims: readonly Aim[]) => string[] {
  const t = useTranslations('outlook');
  const write = useChanceText();
  const words = ({ kind, probability }: Aim) => ({ aim: t(`aim.${kind}`), chance: write(probability) });
  return ({ secured, near, open }, aims) => {
    const [first, second] = open.filter(({ isBad }) => !isBad);
    const bad = open.find(({ isBad }) => isBad);
    const sentences = [
      secured && t(secured.isBad ? 'doomed' : 'secured', words(secured)),
      near && t(near.isBad ? 'near_bad' : 'near', words(near)),
      first && !second && t('open', words(first)),
      first &&
        second &&
        t('open_two', {
          first: words(first).aim,
          first_chance: words(first).chance,
          second: words(second).aim,
          second_chance: words(second).chance,
        }),
      bad && t('open_bad', words(bad)),
    ].filter((sentence) => typeof sentence === 'string');
    if (sentences.length > 0) return sentences;
    return [t(aims.every(({ state }) => state !== 'open') ? 'settled' : 'quiet')];
  };
}
