import { useTranslations } from 'use-intl';
import type { Sport } from '#domain/matches/sport.ts';

/** Feeds' names of stages and rounds, in lower case and without hyphens, with their translations. */
const STAGES = {
  season: 'season',
  'preliminary round': 'preliminary',
  quarterfinal: 'quarter_finals',
  quarterfinals: 'quarter_finals',
  semifinal: 'semi_finals',
  semifinals: 'semi_finals',
  final: 'final',
  finals: 'finals',
  'grand final': 'grand_final',
  'upper bracket quarterfinal': 'upper_quarter_finals',
  'upper bracket semifinal': 'upper_semi_finals',
  'upper bracket final': 'upper_final',
  'lower bracket quarterfinal': 'lower_quarter_finals',
  'lower bracket semifinal': 'lower_semi_finals',
  'lower bracket final': 'lower_final',
  'final round': 'final_round',
  'match for third place': 'third_place',
  'third place match': 'third_place',
  'third place playoff': 'third_place',
  'elimination final': 'elimination_final',
  replay: 'replays',
  replays: 'replays',
  regular: 'regular',
  'regular season': 'regular',
  league: 'league',
  'league phase': 'league',
  'league stage': 'league',
  group: 'groups',
  'group stage': 'groups',
  qualifying: 'qualifying',
  qualification: 'qualifying',
  playoff: 'playoffs',
  playoffs: 'playoffs',
  playout: 'playout',
  championship: 'championship',
  'playoffs championship': 'championship',
  relegation: 'relegation',
  'playoffs relegation': 'relegation',
  europe: 'europe',
  'ecl playoff': 'conference_playoffs',
  'ecl playoffs': 'conference_playoffs',
  'europa league finals': 'europa_playoffs',
  apertura: 'apertura',
  'apertura playoffs': 'apertura_playoffs',
  clausura: 'clausura',
  'clausura playoffs': 'clausura_playoffs',
} as const;

/** Names that contain a number or a letter; spaces and hyphens are ignored. */
const PATTERNS = [
  { of: /^(?:Round|Matchday) (\d{1,3})$/i, word: 'number' },
  { of: /^(\d{1,3})\. (?:Round|Matchday)$/i, word: 'number' },
  { of: /^(?:Week )?(\d{1,3})$/i, word: 'number' },
  { of: /^Round of (\d{1,3})$/i, word: 'round_of' },
  { of: /^Upper bracket round (\d{1,2})$/i, word: 'upper_round' },
  { of: /^Lower bracket round (\d{1,2})$/i, word: 'lower_round' },
  { of: /^(\d{1,2})[°º] Semestre$/i, word: 'half' },
  { of: /^Play-?in round (\d{1,2})$/i, word: 'play_in' },
  { of: /^Group (\w{1,3})$/i, word: 'group' },
  { of: /^Group (\w{1,3}) Play-?off$/i, word: 'group_playoff' },
  { of: /^Path(?:way)? (\w{1,3})$/i, word: 'path' },
] as const;

const ORDINALS = ['first round', 'second round', 'third round', 'fourth round', 'fifth round'];

/** A part of a round's name: "Group A, Matchday 3" has two. */
type RoundPart =
  | { word: (typeof STAGES)[keyof typeof STAGES] }
  | { word: (typeof PATTERNS)[number]['word']; name: string }
  | { word: null; name: string };

/** Parses a feed's name of a round; an unknown part keeps its own name. "League Stage - 5" is a stage and the number of its round. */
const readRound = (round: string): RoundPart[] =>
  round
    .replace(/ - (\d{1,3})$/, ', Round $1')
    .split(/, | · /)
    .map(readPart);

function readPart(part: string): RoundPart {
  for (const { of, word } of PATTERNS) {
    const found = of.exec(part)?.[1];
    if (found !== undefined) return { word, name: found };
  }
  const plain = part
    .toLowerCase()
    .replaceAll(/\s*-\s*(?=championship|relegation)/g, ' ')
    .replaceAll(/(?<=quarter|semi|play|third)[- ](?=final|off|place)/g, (gap) => (gap === '-' ? '' : gap))
    .replace('thirdplace', 'third place');
  const ordinal = ORDINALS.indexOf(plain);
  if (ordinal >= 0) return { word: 'number', name: String(ordinal + 1) };
  return isStage(plain) ? { word: STAGES[plain] } : { word: null, name: part };
}

const isStage = (plain: string): plain is keyof typeof STAGES => Object.hasOwn(STAGES, plain);

/** Names a round, or those of several matches together, in the reader's language; play-offs mean something else in football. */
export function useRoundName(): (rounds: readonly string[], sport: Sport) => string {
  const t = useTranslations('leagues.round_names');
  const partName = (part: RoundPart, sport: Sport): string => {
    if (part.word === null) return part.name;
    if ('name' in part) return t(part.word, { name: part.name });
    return part.word === 'playoffs' ? t(part.word, { sport }) : t(part.word);
  };
  return (rounds, sport) => {
    const different = [...new Set(rounds)];
    const numbers = different.map(numberOf).filter((n) => n !== null);
    if (different.length > 1 && numbers.length === different.length) {
      return t('numbers', { from: Math.min(...numbers), to: Math.max(...numbers) });
    }
    return different
      .map((round) =>
        readRound(round)
          .map((part) => partName(part, sport))
          .join(' · '),
      )
      .join(', ');
  };
}

/** The number of a round whose name has nothing else. */
function numberOf(round: string): number | null {
  const [part, ...more] = readRound(round);
  return part?.word === 'number' && more.length === 0 ? Number(part.name) : null;
}
