import { useTranslations } from 'use-intl';

/** The names that feeds give to rounds, and the words for them. */
const STAGES: Record<string, 'quarter_finals' | 'semi_finals' | 'final'> = {
  'Quarter-finals': 'quarter_finals',
  'Semi-finals': 'semi_finals',
  Final: 'final',
};

/** Names a round, or those of several matches together, in the reader's language; what is no known round keeps its own name. */
export function useRoundName(): (rounds: readonly string[]) => string {
  const t = useTranslations('match');
  const one = (round: string): string => {
    const n = numberOf(round);
    if (n !== null) return t('round', { n });
    const of = /^Round of (\d+)$/.exec(round);
    if (of) return t('round_of', { n: Number(of[1]) });
    const stage = STAGES[round];
    return stage ? t(stage) : round;
  };
  return (rounds) => {
    const different = [...new Set(rounds)];
    const numbers = different.map(numberOf).filter((n) => n !== null);
    if (different.length > 1 && numbers.length === different.length) {
      return t('rounds', { from: Math.min(...numbers), to: Math.max(...numbers) });
    }
    return different.map(one).join(', ');
  };
}

function numberOf(round: string): number | null {
  const found = /^(?:Round|Matchday) (\d+)$/.exec(round);
  return found ? Number(found[1]) : null;
}
