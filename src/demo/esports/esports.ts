import type { Probabilities } from '#demo/bookmakers.ts';
import {
  addToPart,
  beginDraft,
  beginPart,
  type Course,
  type Draft,
  type Moment,
  note,
  walkover,
  winnerOfScore,
} from '#demo/period-sports/match-script.ts';
import type { Pairing, PeriodSport } from '#demo/period-sports/period-script.ts';
import { chanceOfRace, chancesOfSeries, isSeriesOver, type SeriesFormat } from '#demo/period-sports/race.ts';
import type { Random } from '#demo/seeded-random.ts';
import { partName } from '#domain/matches/score.ts';
import type { Side } from '#domain/matches/sport.ts';

/** Returns the format of a series: where draws are possible, two maps are always played. */
const formatOf = ({ drawPossible }: Pairing): SeriesFormat => (drawPossible ? { length: 2, wins: 2 } : { length: 3, wins: 2 });
const MAP_ROUNDS = 13;
const MAP_BREAK = 6;
/** Length of a round, in minutes. */
const ROUND = { min: 1.3, spread: 0.9 };
/** What one deviation of skill adds to the chance to win a round. */
const SKILL_ROUND = 0.025;
const FORFEITS = 1 / 60;

export const ESPORTS: PeriodSport = { play, chances };

const chanceOfRound = ({ edge }: Pairing): number => Math.min(0.7, Math.max(0.3, 0.5 + SKILL_ROUND * edge));

function play(random: Random, pairing: Pairing): Course {
  if (random() < FORFEITS) return walkover(random);
  const draft = beginDraft();
  const format = formatOf(pairing);
  for (let n = 1; !isSeriesOver(format, ...draft.score); n++) {
    playMap(draft, random, chanceOfRound(pairing), n, format);
    draft.at += MAP_BREAK;
  }
  return { moments: draft.moments, winner: winnerOfScore(draft.score) };
}

/** Plays a map: the first side with 13 rounds wins; from 12:12 on, the first side with a lead of two. */
function playMap(draft: Draft, random: Random, chance: number, n: number, format: SeriesFormat): void {
  const period = partName('esports', n);
  beginPart(draft);
  note(draft, 'live', { period });
  for (;;) {
    draft.at += ROUND.min + random() * ROUND.spread;
    const winner: Side = random() < chance ? 'home' : 'away';
    const rounds = addToPart(draft, winner, 1);
    const isWon = rounds[winner] >= MAP_ROUNDS && Math.abs(rounds.home - rounds.away) >= 2;
    if (isWon) draft.score = winner === 'home' ? [draft.score[0] + 1, draft.score[1]] : [draft.score[0], draft.score[1] + 1];
    const isOver = isSeriesOver(format, ...draft.score);
    note(draft, isOver ? 'ft' : 'live', { period: isOver ? null : period, endsPart: isWon });
    if (isWon) return;
  }
}

function chances(pairing: Pairing, moment: Moment | null): Probabilities {
  const p = chanceOfRound(pairing);
  const fresh = chanceOfRace(p, MAP_ROUNDS, 0, 0);
  const { home, away, parts = [] } = moment?.score ?? { home: 0, away: 0 };
  const [won, lost] = [home ?? 0, away ?? 0];
  const map = parts[won + lost];
  const current = map === undefined ? fresh : chanceOfRace(p, MAP_ROUNDS, map.home, map.away);
  return chancesOfSeries(formatOf(pairing), won, lost, current, fresh);
}
