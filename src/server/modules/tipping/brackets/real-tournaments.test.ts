import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { listLeagues } from '#contract/leagues.ts';
import { allocate, sharedSeats } from '#domain/matches/knock-out-plan.ts';
import { courseOf } from '#domain/tipping/bracket-facts.ts';
import { BRACKET_RULES, scoreBracket } from '#domain/tipping/bracket-score.ts';
import { type BracketTree, readTree } from '#domain/tipping/bracket-shape.ts';
import { knownRules } from '#server/modules/match-data/import/league-rules.ts';
import { importOpenFootball } from '#server/modules/match-data/providers/openfootball/import-files.ts';
import { callApp, useTestApp } from '#test/support/app.ts';
import { findTournament } from './tournament.ts';

const collection = '../shared/data/openfootball';
const FILES = ['worldcup.json/2018/worldcup.json', 'worldcup.json/2022/worldcup.json', 'worldcup.json/2026/worldcup.json'];
const DAY_ONE = 0;

describe.skipIf(!existsSync(collection))(`brackets of real World Cups from ${collection} (skipped where absent)`, () => {
  const test = useTestApp();
  let league = 0;

  beforeAll(async () => {
    const { db, now, log } = test.current.deps;
    await importOpenFootball(
      { db, now, log },
      FILES.map((file) => ({ file, text: readFileSync(join(collection, file), 'utf8') })),
    );
    const { reply } = await callApp(test.current.app, listLeagues, {});
    league = reply.items.find(({ name }) => /world cup/i.test(name))!.id;
  });

  /** What somebody predicts before the first match who knows how everything will end; null if the plan does not lead to what happened. */
  async function clairvoyant(season: string) {
    const { facts, teams } = await findTournament(test.current.deps.db, { league_id: league, season, section: '' });
    const plan = knownRules('World Cup', null, season)!.knockOuts!;
    const course = courseOf(facts);
    const groups = facts.groups.map(({ name, teams: ids }) => ({ name, teams: ids, order: null }));
    const orders = facts.groups.map(({ order }) => order!);
    const first = facts.ties.filter(({ stage }) => stage === plan.first.length);
    const thirds = orders.map((order) => order[2]!).filter((team) => sharedSeats(plan).length > 0 && course.tieOf(team, plan.first.length));
    // Their seats are those of the real draw, which may be none that our arrangement gives them.
    const groupOf = (team: number) => facts.groups.find((group) => group.teams.includes(team))!.name;
    const real = plan.first.flatMap((tie) => {
      const known = tie.flatMap(({ place, groups: from }) =>
        from.length === 1 ? orders[facts.groups.findIndex(({ name }) => name === from[0])]![place - 1]! : [],
      );
      const met = first.find(({ teams: pair }) => known.some((team) => pair.includes(team)))!;
      return tie.some(({ groups: from }) => from.length > 1) ? [groupOf(met.teams.find((team) => !known.includes(team))!)] : [];
    });
    const listed = { ...plan, allocation: { [real.toSorted().join(',')]: real } };
    let pairs = first.length;
    const winners: number[][] = [];
    const shape = { groups, plan: listed, first: plan.first, decided: [], thirdPlace: null };
    const seatOf = (origin: (typeof plan.first)[number][number], next: () => string) => {
      const from = origin.groups.length > 1 ? next() : origin.groups[0]!;
      return orders[facts.groups.findIndex(({ name }) => name === from)]![origin.place - 1]!;
    };
    const seats = [...real];
    let teamsNow = plan.first.map((tie) => tie.map((origin) => seatOf(origin, () => seats.shift()!)));
    for (; pairs >= 1; pairs /= 2) {
      const round = teamsNow.map((pair) => pair.find((team) => course.hasAdvanced(team, pairs))!);
      winners.push(round);
      teamsNow = Array.from({ length: pairs / 2 }, (_, k) => [round[2 * k]!, round[2 * k + 1]!]);
    }
    const third_place = facts.ties.find(({ stage }) => stage === 'third_place')!.winner;
    const { tree, fault } = readTree(shape, { orders, best: thirds, winners, third_place, scores: [] });
    return { facts, tree, fault, plan, real, thirds, name: (id: number) => teams.find((team) => team.id === id)!.name };
  }

  it.each([
    ['2018', 'France'],
    ['2022', 'Argentina'],
    ['2026', 'Spain'],
  ])('%s followed its plan from the groups to %s', async (season, champion) => {
    const { facts, tree, fault, plan, real, name } = await clairvoyant(season);
    expect([fault, tree && name(tree.rounds.at(-1)![0]!.winner)]).toEqual([null, champion]);
    const pairsOf = (ties: BracketTree['rounds'][number]) =>
      ties.map(({ home, away }) => [home, away!].sort((a, b) => a - b).join(' ')).sort();
    for (const ties of tree!.rounds) {
      const met = facts.ties.filter(({ stage }) => stage === ties.length).map(({ teams }) => teams.toSorted((a, b) => a - b).join(' '));
      expect(pairsOf(ties)).toEqual(met.sort());
    }
    const { points, possible, lines } = scoreBracket(tree!, facts, BRACKET_RULES, DAY_ONE);
    expect(points).toBe(possible);
    expect(lines.filter(({ state }) => state !== 'right')).toEqual([]);
    // Some arrangement of the thirds that advanced is always found.
    if (real.length > 0) expect(allocate(plan, real)).not.toBeNull();
  });
});
