// Simulates the rest of a season 10,000 times: 20 teams with half of their matches left, with the slowest tie-break rules (head to head
// first).

import { randomFrom } from '#demo/seeded-random.ts';
import { scoreMatrix } from '#domain/forecast/score-matrix.ts';
import { simulateSeason } from '#domain/forecast/season-simulation.ts';

const TEAMS = 20;
const MILLISECONDS_MAX = 2_000;

const random = randomFrom('season');
const teams = Array.from({ length: TEAMS }, (_, team) => team);
const pairs = teams.flatMap((home) => teams.filter((away) => away !== home).map((away) => ({ home, away, order: random() })));
pairs.sort((a, b) => a.order - b.order);
const half = pairs.length / 2;
const strength = (team: number): number => 0.8 + team / 40;
const played = pairs.slice(0, half).map((pair) => ({ ...pair, goals: [Math.floor(3 * random()), Math.floor(3 * random())] as const }));
const remaining = pairs
  .slice(half)
  .map((pair) => ({ ...pair, scores: scoreMatrix(1.5 * strength(pair.home), 1.1 * strength(pair.away), -0.06) }));
const rules = {
  points: { win: 3, draw: 1 },
  meetings: 2,
  tieBreakers: ['head_to_head_points', 'head_to_head_goal_difference', 'goal_difference', 'goals_for'] as const,
};

const startMs = performance.now();
const { seasons } = simulateSeason(
  { teams: TEAMS, rules: { ...rules, tieBreakers: [...rules.tieBreakers] }, deducted: [], played, remaining },
  random,
);
const tookMs = performance.now() - startMs;
console.log(`${seasons} seasons with ${remaining.length} matches each: ${tookMs.toFixed(0)} ms`);
console.log(`season-simulation-milliseconds-vs-2000 ${(tookMs / MILLISECONDS_MAX).toFixed(3)}`);
if (tookMs > MILLISECONDS_MAX) process.exitCode = 1;
