import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { roundAt } from '#demo/calendar.ts';
import { createDemoFeed } from '#demo/demo-feed.ts';
import type { DemoLeague } from '#demo/league.ts';
import { finalStateOf, stateAt } from '#demo/script.ts';
import { createWorld } from '#demo/world.ts';
import { DEFAULT_LEAGUE_RULES } from '#domain/matches/league-rules.ts';
import type { Feed, FeedUpdate } from '#server/modules/match-data/import/feed.ts';
import { runFeed } from '#server/modules/match-data/import/runner.ts';
import { createReplayFeed } from '#server/modules/match-data/providers/replay/replay-feed.ts';
import type { Fault, OnTheWay, Provider } from './provider.ts';
import type { Site } from './site.ts';
import { isWithin } from './told-wrongly.ts';
import { at, FINAL_WHISTLE, KICKOFF_MS, minutesAt, type Told } from './truth.ts';

/** Feeds that run in this process: only the importer is in between, so a wrong report would be a bug of this project. */

/** When the feed is polled, in minutes from kick-off. */
const LOOKED = [
  ...[-180, -100, -85, -50, -15, 0.6, 5, 12, 22, 31, 40, 44, 50, 63, 73, 76, 85, 90, 100, 107, 109, 112, 113, 114.5, 115.5],
  ...[118, 120, 130, 145, 161, 200, 300, 1_445, 1_560, 1_562, 1_600],
];

type Play = (now: () => Date, sleep: () => Promise<void>) => Feed;

async function playThrough(play: Play, { app, log, tick, onChanges }: Site, fault: Fault): Promise<void> {
  const { deps, clock } = app;
  const abort = new AbortController();
  const minutes = () => minutesAt(clock.now());
  let aheadMs = 0;
  const now = () => new Date(clock.now().getTime() + aheadMs);
  const sleep = async () => {
    await tick();
    const next = LOOKED.find((one) => one > minutes());
    if (next === undefined) return abort.abort();
    clock.set(at(next));
    aheadMs = isWithin(fault.windows, next) && fault.way === 'our own clock an hour ahead' ? 3_600_000 : 0;
  };
  // A restarted feed waits a second first; no match ends in that time.
  const wait = async () => clock.advance(1_000);
  clock.set(at(LOOKED[0]!));
  const feed = onItsWay(play(clock.now, sleep), fault, minutes);
  await runFeed({ db: deps.db, now, log, sleep: wait }, feed, abort.signal, onChanges).done;
}

/** Puts a fault between a feed and the importer. Repeats reports of our match each time, like a provider that is polled. */
function onItsWay(feed: Feed, { windows, bend, way }: Fault, minutes: () => number): Feed {
  const broken = new Set<number>();
  let last: Partial<Told> = {};
  let held: FeedUpdate[] = [];
  async function* updates(signal: AbortSignal, unfinished: readonly string[] = []) {
    for await (const batch of feed.updates(signal, unfinished)) {
      const isWrong = isWithin(windows, minutes());
      const window = windows.findIndex(([from, until]) => minutes() >= from && minutes() < until);
      const isFirst = isWrong && !broken.has(window);
      if (isFirst) broken.add(window);
      last = remember(last, batch);
      const told = last.fixture && last.status ? [{ events: [], ...last } as Told] : [];
      const mine = told.flatMap((one) => (isWrong && bend ? bend(one) : [one])).flatMap(toUpdates);
      const others = batch.filter((update) => !isOfMatch(update));
      const whole = [...others, ...others.flatMap(secondLeague), ...mine];
      if (isFirst && way === '500') throw new Error('the feed broke');
      if (isFirst && way === 'half a body') {
        yield whole.slice(0, whole.length / 2);
        throw new Error('the feed broke off');
      }
      if (isWrong && way === 'answered late') held.push(...whole);
      else {
        yield [...held, ...whole];
        held = [];
      }
    }
  }
  return { ...feed, updates };
}

/** A league without our match. */
const secondLeague = (update: FeedUpdate): FeedUpdate[] =>
  update.kind === 'league' ? [{ ...update, id: '40', name: 'Another league' }] : [];

const isOfMatch = ({ kind }: FeedUpdate): boolean => kind === 'fixture' || kind === 'status' || kind === 'events';

function remember(last: Partial<Told>, batch: readonly FeedUpdate[]): Partial<Told> {
  const next = { ...last };
  for (const update of batch) {
    if (update.kind === 'fixture') next.fixture = update as Told['fixture'];
    if (update.kind === 'status') next.status = update;
    if (update.kind === 'events') next.events = update.events;
  }
  return next;
}

const toUpdates = ({ fixture, status, events }: Told): FeedUpdate[] => [
  { ...fixture },
  { ...status },
  { kind: 'events', matchId: fixture.id, events },
];

const IN_PROCESS = { meaningless: 'it answers nobody: it plays in this process' };
const ON_THE_WAY: Record<OnTheWay, Provider['onTheWay'][OnTheWay]> = {
  'answered late': { shows: null },
  'answered empty': { meaningless: 'it says nothing whenever nothing is new' },
  'an error inside status 200': IN_PROCESS,
  '429': IN_PROCESS,
  '500': { shows: /a feed failed and will be restarted.*the feed broke/ },
  'half a body': { shows: /a feed failed and will be restarted.*broke off/ },
  'a page missing': IN_PROCESS,
  'our own clock an hour ahead': { shows: null },
};

const CUP = {
  name: 'English Premier League 2026/27',
  matches: [
    {
      ...{ round: 'Round 12', date: '2026-11-20', time: '15:00 UTC+0', team1: 'Reds', team2: 'Blues', score: { ht: [2, 0], ft: [2, 1] } },
      goals1: ['10', '30'].map((minute) => ({ name: `Scorer ${minute}`, minute })),
      goals2: [{ name: 'Scorer 55', minute: '55' }],
    },
  ],
};

export const replay: Provider = {
  name: 'replay',
  async play(site, fault) {
    const folder = mkdtempSync(join(tmpdir(), 'matchpoint-faults-'));
    const path = join(folder, 'en.1.json');
    writeFileSync(path, JSON.stringify(CUP));
    const startAt = new Date(KICKOFF_MS);
    const options = { path, date: '2026-11-20', speed: 1, startAt };
    await playThrough((now, sleep) => createReplayFeed({ ...options, now, sleep }), site, fault).finally(() =>
      rmSync(folder, { recursive: true }),
    );
  },
  onTheWay: ON_THE_WAY,
};

const DEMO_ROUND_MINUTES = 14 * 24 * 60;
const SINCE_2020 = (KICKOFF_MS - Date.UTC(2020, 0, 1)) / 60_000;
const club = (name: string) => ({
  ...{ id: `team:${name.toLowerCase()}`, name, shortName: name.slice(0, 3).toUpperCase(), aliases: [], countryCode: 'gb-eng' },
  colours: ['#c00000', '#0000c0'] as [string, string],
});

/** The demo world with one league of two clubs that meet once in two weeks: at our kick-off, which begins a season. */
const TINY: DemoLeague = {
  ...{
    id: 'league:tiny',
    sport: 'football',
    name: 'Tiny League',
    zh: 'Tiny',
    vi: 'Tiny',
    countryCode: 'gb-eng',
    season: 'year',
    drawPossible: true,
  },
  clubs: [club('Reds'), club('Blues')],
  tempo: {
    ...{ kind: 'carousel', roundMinutes: DEMO_ROUND_MINUTES, offsetMinutes: SINCE_2020 % DEMO_ROUND_MINUTES, spreadMinutes: 0 },
    phaseRounds: Math.floor(SINCE_2020 / DEMO_ROUND_MINUTES) % 2,
  },
  // The previous season ends two weeks earlier, and is not reported.
  toldSeasons: -1,
  rules: DEFAULT_LEAGUE_RULES,
};

/** Finds the first seed with which our match goes as it truly went, apart from the minutes of its goals. */
function findSeed(): { seed: string; goals: string[] } {
  for (let number = 0; ; number++) {
    const seed = String(number);
    const world = createWorld({ seed, speed: 1, sinceMs: KICKOFF_MS });
    const [fixture] = world.fixturesOf(TINY, roundAt(world.calendar, TINY, KICKOFF_MS));
    if (fixture?.homeId !== 'team:reds' || fixture.ending !== 'played') continue;
    const script = world.scriptOf(fixture);
    if (stateAt(script, at(FINAL_WHISTLE).getTime()).status !== 'ft') continue;
    const { score, events } = finalStateOf(script);
    const goals = events.filter(({ type }) => type === 'goal').map(({ minute, side }) => `${minute} ${side}`);
    if (goals.length === 3 && `${score.halftime}` === '2,0' && `${score.fulltime}` === '2,1') return { seed, goals };
  }
}

const { seed, goals } = findSeed();

export const demo: Provider = {
  name: 'demo',
  play: (site, fault) => playThrough((now, sleep) => createDemoFeed({ seed, speed: 1, now, sleep, leagues: [TINY] }), site, fault),
  leaves: (end) => ({ ...end, goals: end.matches[0]?.home_score === 1 ? goals.filter((_, index) => index !== 1) : goals }),
  onTheWay: ON_THE_WAY,
};
