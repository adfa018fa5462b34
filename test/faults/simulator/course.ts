import { integer, type Random } from '#demo/seeded-random.ts';
import type { MatchStatus } from '#domain/matches/match-status.ts';
import type { MatchScore, Score } from '#domain/matches/score.ts';

/** Every possible course of a match (docs/rules.md#settlement). */
export const COURSES = [
  'to the final whistle',
  'into extra time',
  'into a shoot-out',
  'postponed and played',
  'postponed for good',
  'suspended and resumed',
  'abandoned',
  'cancelled',
  'a walkover',
  'awarded while played',
  'awarded after the whistle',
  'never started',
  'its date taken back',
  'corrected a day later',
  'played three days later',
  'put off by ten days',
  'begun early',
] as const;
export type CourseName = (typeof COURSES)[number];

/** A match as it really happens; times are minutes from the originally planned kick-off. */
export interface Course {
  name: CourseName;
  /** Returns the truth at a moment. */
  at: (minute: number) => Truth;
  /** When there may be news. */
  windows: [from: number, until: number][];
  /** How stakes end; `score` is the score that settles them. */
  ends: { wdl: 'settled' | 'void'; '1x2': 'settled' | 'void'; score: Score };
}

export interface Truth {
  status: MatchStatus;
  /** On the match clock; null outside play. */
  minute: number | null;
  /** Planned kick-off in minutes from the first plan; null while it is unknown. */
  kickoff: number | null;
  score: MatchScore;
}

type Phase = [from: number, status: MatchStatus];
interface Goal {
  side: 0 | 1;
  /** On the match clock: 1 to 90, in extra time to 120. */
  minute: number;
}
type Plan = [from: number, kickoff: number | null];

interface Script {
  phases: Phase[];
  /** The changes of the planned kick-off. */
  plans?: Plan[];
  /** When the match clock began; when and how long play was interrupted. */
  began?: number;
  pause?: { from: number; minutes: number };
  ends: { wdl: 'settled' | 'void'; '1x2': 'settled' | 'void' };
  /** Further time to report, besides the day itself. */
  later?: [number, number];
  correctedAt?: number;
  isLevel?: boolean;
}

const HALF = 47;
const SECOND_HALF = 62;
const WHISTLE = 112;
const DAY = 1_440;
const SETTLED = { wdl: 'settled', '1x2': 'settled' } as const;
const VOID = { wdl: 'void', '1x2': 'void' } as const;

const firstHalf = (began: number): Phase[] => [
  [began, 'h1'],
  [began + HALF, 'ht'],
];
const played = (began: number): Phase[] => [...firstHalf(began), [began + SECOND_HALF, 'h2'], [began + WHISTLE, 'ft']];
const extraTime: Phase[] = [
  [0, 'live'],
  [HALF, 'int'],
  [SECOND_HALF, 'h2'],
  [WHISTLE, 'bt'],
  [WHISTLE + 6, 'et'],
];

const SCRIPTS: Record<CourseName, Script> = {
  'to the final whistle': { phases: played(0), ends: SETTLED },
  'into extra time': { phases: [...extraTime, [WHISTLE + 41, 'aet']], ends: SETTLED, isLevel: true },
  'into a shoot-out': { phases: [...extraTime, [WHISTLE + 41, 'p'], [WHISTLE + 53, 'pen']], ends: SETTLED, isLevel: true },
  'postponed and played': { phases: [[-10, 'pst'], [120, 'ns'], ...played(200)], plans: [[120, 200]], began: 200, ends: SETTLED },
  'postponed for good': { phases: [[-10, 'pst']], ends: VOID },
  'suspended and resumed': {
    phases: [[0, 'h1'], [30, 'susp'], [90, 'h1'], ...played(60).slice(1)],
    pause: { from: 30, minutes: 60 },
    ends: SETTLED,
  },
  abandoned: { phases: [...firstHalf(0), [SECOND_HALF, 'h2'], [80, 'abd']], ends: VOID },
  cancelled: { phases: [[-30, 'canc']], ends: VOID },
  'a walkover': { phases: [[-5, 'wo']], ends: VOID },
  'awarded while played': { phases: [...firstHalf(0), [SECOND_HALF, 'h2'], [85, 'awd']], ends: VOID },
  'awarded after the whistle': { phases: [...played(0), [DAY, 'awd']], ends: SETTLED, later: [DAY, DAY + 30] },
  'never started': { phases: [], ends: VOID },
  'its date taken back': { phases: [[-120, 'tbd']], plans: [[-120, null]], ends: VOID },
  // Reported for two hours, as feeds do: a site that dies three times in a row, which happens once in some thousands, still receives it.
  'corrected a day later': { phases: played(0), ends: SETTLED, correctedAt: DAY, later: [DAY, DAY + 120] },
  'played three days later': {
    phases: played(3 * DAY),
    plans: [[-60, 3 * DAY]],
    began: 3 * DAY,
    ends: { wdl: 'settled', '1x2': 'void' },
    later: [3 * DAY - 60, 3 * DAY + 180],
  },
  'put off by ten days': { phases: [], plans: [[-60, 10 * DAY]], ends: VOID },
  // Reported only after stakes were taken for a while.
  'begun early': { phases: played(-20), began: -20, ends: SETTLED },
};

/** A match's day: from three hours before kick-off until a wait of five hours has ended. */
const DAY_WINDOW: [number, number] = [-180, 680];

export function courseOf(name: CourseName, random: Random): Course {
  const script = SCRIPTS[name];
  const goals = drawGoals(random, script.isLevel === true);
  const corrected = script.correctedAt === undefined ? goals : otherGoals(random, goals);
  const count = (of: Goal[], until: number): Score =>
    [0, 1].map((side) => of.filter((g) => g.side === side && g.minute <= until).length) as Score;
  const at = (minute: number): Truth => {
    const status = script.phases.findLast(([from]) => minute >= from)?.[1] ?? 'ns';
    const known = script.correctedAt !== undefined && minute >= script.correctedAt ? corrected : goals;
    const clock = clockOf(script, minute);
    return {
      status,
      minute: ['live', 'h1', 'h2', 'et'].includes(status) ? clock : null,
      kickoff: script.plans?.findLast(([from]) => minute >= from)?.[1] ?? (script.plans && minute >= script.plans[0]![0] ? null : 0),
      score: scoreOf(status, clock, (until) => count(known, until)),
    };
  };
  const windows: [number, number][] = [DAY_WINDOW, ...(script.later ? [script.later] : [])];
  return { name, at, windows, ends: { ...script.ends, score: count(corrected, 90) } };
}

/** The match clock, 1 to 120; it stops at the end of each half. */
function clockOf({ began = 0, pause }: Script, minute: number): number {
  const paused = pause && minute > pause.from ? Math.min(pause.minutes, minute - pause.from) : 0;
  const ran = minute - began - paused;
  if (ran < SECOND_HALF) return Math.max(1, Math.min(45, Math.floor(ran) + 1));
  if (ran < WHISTLE + 6) return Math.min(90, Math.floor(ran) - SECOND_HALF + 46);
  return Math.min(120, Math.floor(ran) - WHISTLE - 6 + 91);
}

const UNPLAYED: MatchStatus[] = ['ns', 'tbd', 'pst', 'canc', 'wo'];
const AFTER_NINETY: MatchStatus[] = ['bt', 'et', 'p', 'ft', 'aet', 'pen'];

function scoreOf(status: MatchStatus, clock: number, count: (until: number) => Score): MatchScore {
  const nothing = { home: null, away: null, halftime: null, fulltime: null, extratime: null, penalty: null };
  if (status === 'wo') return { ...nothing, awardedTo: 'home' };
  if (UNPLAYED.includes(status)) return nothing;
  const isOver = AFTER_NINETY.includes(status);
  const [home, away] = count(isOver && clock <= 90 ? 90 : clock);
  const hasHalf = isOver || ['ht', 'int', 'h2', 'awd', 'abd'].includes(status);
  return {
    home,
    away,
    halftime: hasHalf ? count(45) : null,
    fulltime: isOver ? count(90) : null,
    extratime: null,
    penalty: status === 'pen' ? [4, 3] : null,
    ...(status === 'awd' && { awardedTo: 'away' as const }),
  };
}

function drawGoals(random: Random, isLevel: boolean): Goal[] {
  const minutes = Array.from({ length: integer(random, 0, 5) }, () => integer(random, 1, 90)).sort((a, b) => a - b);
  const goals = minutes.map((minute): Goal => ({ side: random() < 0.55 ? 0 : 1, minute }));
  if (!isLevel) return goals;
  const pairs = goals.slice(0, 2).flatMap(({ minute }): Goal[] => [
    { side: 0, minute },
    { side: 1, minute },
  ]);
  return random() < 0.5 ? pairs : [...pairs, { side: 1, minute: integer(random, 92, 119) }];
}

/** Adds or cancels a goal of the second half, because goals of the first are not corrected a day later. */
function otherGoals(random: Random, goals: Goal[]): Goal[] {
  const late = goals.findLastIndex(({ minute }) => minute > 45);
  if (late >= 0 && random() < 0.5) return goals.filter((_, index) => index !== late);
  return [...goals, { side: random() < 0.5 ? 0 : 1, minute: 89 }];
}
