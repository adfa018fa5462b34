import type { Probabilities } from '#demo/bookmakers.ts';
import {
  addToPart,
  beginDraft,
  beginPart,
  type Course,
  type Draft,
  type Moment,
  note,
  winnerOfScore,
} from '#demo/period-sports/match-script.ts';
import type { Pairing, PeriodSport } from '#demo/period-sports/period-script.ts';
import { pickWeighted, type Random } from '#demo/seeded-random.ts';
import { partName, type Score } from '#domain/matches/score.ts';
import type { Side } from '#domain/matches/sport.ts';

const QUARTERS = 4;
const QUARTER_MINUTES = 10;
const OVERTIME_MINUTES = 5;
const PLAY_MINUTES = QUARTERS * QUARTER_MINUTES;
/** Real minutes per minute of the game clock, which is stopped about half of the time. */
const MINUTES_PER_MINUTE = 2;
const HALF_TIME = 15;
const BREAK = 2;
/** Length of a possession, in seconds. */
const POSSESSION = { min: 10, spread: 13 };
/** Shares of possessions that bring 0, 1, 2 or 3 points when the sides are equal. */
const POINTS_SHARES = [0.5, 0.05, 0.33, 0.12];
const POINTS_PER_GAME = 77.8;
/** Points in a whole game that one deviation of skill, and playing at home, are worth. */
const SKILL_POINTS = 4;
const HOME_POINTS = 3;
/** Standard deviation of the point difference of two equal sides over a whole game. */
const DEVIATION = 13.8;

export const BASKETBALL: PeriodSport = { play, chances };

const expectedMargin = (edge: number): number => HOME_POINTS + SKILL_POINTS * edge;

/** Plays the quarters, and overtimes while the score is level. */
function play(random: Random, { edge }: Pairing): Course {
  const draft = beginDraft();
  for (let n = 1; n <= QUARTERS || draft.score[0] === draft.score[1]; n++) {
    playPart(draft, random, n, expectedMargin(edge));
    const isOver = n >= QUARTERS && draft.score[0] !== draft.score[1];
    if (n === QUARTERS / 2) draft.halftime = [...draft.score] as Score;
    const period = partName('basketball', n);
    if (isOver) note(draft, n > QUARTERS ? 'aet' : 'ft', { endsPart: true });
    else note(draft, n === QUARTERS / 2 ? 'ht' : 'live', { period, endsPart: true });
    draft.at += n === QUARTERS / 2 ? HALF_TIME : BREAK;
  }
  return { moments: draft.moments, winner: winnerOfScore(draft.score) };
}

function playPart(draft: Draft, random: Random, n: number, margin: number): void {
  const startAt = draft.at;
  const minutes = n > QUARTERS ? OVERTIME_MINUTES : QUARTER_MINUTES;
  const period = partName('basketball', n);
  beginPart(draft);
  let side: Side = random() < 0.5 ? 'home' : 'away';
  let told = 0;
  const tell = (second: number) => {
    draft.at = startAt + (second / 60) * MINUTES_PER_MINUTE;
    told = Math.floor(second / 60) + 1;
    note(draft, 'live', { period, minute: told });
  };
  tell(0);
  for (let second = possession(random); second < minutes * 60; second += possession(random)) {
    for (let minute = told; minute * 60 < second; minute++) tell(minute * 60);
    const points = pointsOf(random, side === 'home' ? margin : -margin);
    if (points > 0) {
      addToPart(draft, side, points);
      draft.score[side === 'home' ? 0 : 1] += points;
      tell(second);
    }
    side = side === 'home' ? 'away' : 'home';
  }
  draft.at = startAt + minutes * MINUTES_PER_MINUTE;
}

const possession = (random: Random): number => POSSESSION.min + random() * POSSESSION.spread;

/** Draws the points of a possession: a side expected to win by `margin` scores more often, its opponent less often. */
function pointsOf(random: Random, margin: number): number {
  const better = Math.exp(margin / (2 * POINTS_PER_GAME));
  const [, one = 0, two = 0, three = 0] = POINTS_SHARES.map((share) => share * better);
  return pickWeighted(random, [1 - one - two - three, one, two, three]);
}

/** Returns the chances to win: the final lead is about normally distributed around the present lead plus the lead expected of the minutes left. */
function chances({ edge }: Pairing, moment: Moment | null): Probabilities {
  const left = moment === null ? PLAY_MINUTES : minutesLeft(moment);
  const lead = moment === null ? 0 : (moment.score.home ?? 0) - (moment.score.away ?? 0);
  const share = left / PLAY_MINUTES;
  const home = normalBelow((lead + expectedMargin(edge) * share) / (DEVIATION * Math.sqrt(share)));
  return [home, 0, 1 - home];
}

/** Returns the minutes left in the quarters or the overtime; a level game with none left counts the coming overtime. */
function minutesLeft({ period, minute, score }: Moment): number {
  const n = period === null ? QUARTERS : period.n;
  const isOvertime = period?.kind === 'overtime';
  const length = isOvertime ? OVERTIME_MINUTES : QUARTER_MINUTES;
  const after = isOvertime ? 0 : (QUARTERS - n) * QUARTER_MINUTES;
  const left = after + (minute === null ? 0 : length - minute + 0.5);
  return left > 0 ? left : score.home === score.away ? OVERTIME_MINUTES : 0.1;
}

/** The standard normal distribution, approximated by a logistic curve with an error of at most 0.0002 (Bowling et al., 2009). */
const normalBelow = (z: number): number => 1 / (1 + Math.exp(-0.07056 * z ** 3 - 1.5976 * z));
