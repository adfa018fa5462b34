import { useFormatter, useTranslations } from 'use-intl';
import type { TippingGroup } from '#contract/tipping-groups.ts';
import type { QuestionValue, TippingQuestion } from '#contract/tipping-questions.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { isMixed, useRoundLabel } from './round-label.ts';

type Asked = Pick<TippingQuestion, 'kind' | 'text' | 'day' | 'round' | 'picks' | 'league'>;

/** How many parts of a league round's key are not its name: "league:7:2026/27:Round 5". */
const KEY_PARTS = 3;

/** Returns a function that says a question: in the asker's own words, or in ours. */
export function useQuestionText(group: TippingGroup): (question: Asked) => string {
  const t = useTranslations('tipping.questions.asks');
  const format = useFormatter();
  const nameOf = useLocalName();
  const labelOf = useRoundLabel(isMixed(group.rounds));
  return ({ kind, text, day, round, picks, league }) => {
    if (text !== null) return text;
    if (day !== null) return t('goals_day', { day: format.dateTime(new Date(`${day}T12:00:00Z`), 'weekday_day', { timeZone: 'UTC' }) });
    if (round !== null) {
      const known = group.rounds.find(({ key }) => key === round);
      return t('goals_round', { round: labelOf(known ?? { key: round, round: round.split(':').slice(KEY_PARTS).join(':') || null }) });
    }
    const of = { league: league ? nameOf(league) : '' };
    if (kind === 'teams') return t('teams', { ...of, count: picks });
    return t(kind === 'player' ? 'player' : 'team', of);
  };
}

/** Returns a function that lists the values of an answer or a result: "Avalon and Penrith". */
export function useValueWords(question: Pick<TippingQuestion, 'kind' | 'teams' | 'choices'>): (values: readonly QuestionValue[]) => string {
  const t = useTranslations('tipping.questions');
  const format = useFormatter();
  const nameOf = useLocalName();
  const one = (value: QuestionValue): string => {
    if (typeof value === 'string') return value;
    if (question.kind === 'number') return format.number(value);
    if (question.kind === 'choice') return question.choices[value] ?? '–';
    const team = question.teams.find(({ id }) => id === value);
    return team ? nameOf(team) : '–';
  };
  return (values) => (values.length === 0 ? t('nobody') : format.list(values.map(one)));
}

/** Returns a function that says what a right answer is worth. */
export function useWorthWords(): (question: Pick<TippingQuestion, 'kind' | 'points' | 'nearest'>) => string {
  const t = useTranslations('tipping.questions');
  return ({ kind, points, nearest }) => t(kind === 'teams' ? 'worth_each' : nearest ? 'worth_nearest' : 'worth', { points });
}
