import type { z } from 'zod';
import { drawTie, getLeagueDraw, getLeagueFixtures, getLeagueScorers, listLeagues } from '#contract/leagues.ts';
import { makeLeague, makeMatch, makeTeam } from '#web/test-matches.ts';

/** What the server would answer about leagues, made for tests through the contract's own schemas. */
type Part<S extends z.ZodType> = Partial<z.input<S>>;

/** A round of a league: one match, unless told otherwise. */
export const makeFixtures = (rest: Part<typeof getLeagueFixtures.reply> = {}) =>
  getLeagueFixtures.reply.parse({
    league: makeLeague(),
    season: '2026/27',
    seasons: ['2026/27'],
    rounds: [{ name: 'Round 12', from: null, to: null, finished: 0, total: 1 }],
    round: 'Round 12',
    items: [makeMatch()],
    ...rest,
  });

export const makeScorers = (rest: Part<typeof getLeagueScorers.reply> = {}) =>
  getLeagueScorers.reply.parse({
    league: makeLeague(),
    season: '2026/27',
    seasons: ['2026/27'],
    items: [{ position: 1, player: 'Okafor', team: makeTeam('Avalon Town'), goals: 12, penalties: 2, assists: 4 }],
    goals: { all: 430, named: 412 },
    ...rest,
  });

/** A tie of one match, unless told otherwise. */
export const makeTie = (rest: Part<typeof drawTie> = {}) =>
  drawTie.parse({ kind: 'single', matches: [makeMatch()], winner: null, ...rest });

type Round = [name: string, ties: (ReturnType<typeof makeTie> | null)[]];

/** A draw of rounds whose ties are given in their places, null for those that are to come. */
export const makeDraw = (rounds: Round[], rest: Part<(typeof getLeagueDraw.reply.shape.draws)['element']> = {}) =>
  getLeagueDraw.reply.shape.draws.element.parse({
    section: '',
    joins: true,
    rounds: rounds.map(([name, ties], index) => ({
      name,
      slots: ties.map((tie) => ({ tie, open: tie === null, follows: index > 0 })),
    })),
    third_place: null,
    ...rest,
  });

export const makeDraws = (rest: Part<typeof getLeagueDraw.reply> = {}) =>
  getLeagueDraw.reply.parse({ league: makeLeague({ form: 'cup' }), season: '2026/27', seasons: ['2026/27'], draws: [], ...rest });

/** A league as the overview has it. */
export const makeOverview = (rest: Part<(typeof listLeagues.reply.shape.items)['element']> = {}) =>
  listLeagues.reply.shape.items.element.parse({ ...makeLeague(), season: '2026/27', teams: 16, matches_today: 8, live: 0, ...rest });
