import { existsSync, readFileSync } from 'node:fs';
import { type Asked, type Fault, sendReply } from './api-sports-server.ts';
import { type LocalServer, startLocalServer } from './local-server.ts';

/** Recorded replies of football-data.org, which are not part of the repository. */
const SAMPLES = '../shared/data/providers/football/football-data.org/';
export const hasFootballDataOrgSamples = existsSync(`${SAMPLES}standings.json`);

/** Returns a recorded reply. */
// biome-ignore lint/suspicious/noExplicitAny: recorded answers have as many shapes as there are calls
export const footballDataOrgSample = (file: string): any => JSON.parse(readFileSync(SAMPLES + file, 'utf8'));

/** A reply with status 200, or an error in the provider's form. */
export type Reply = object | { errorCode: number; message: string };

export interface FootballDataOrgServer extends LocalServer {
  asked: Asked[];
  /** Replies by path; other paths reply that there is no such thing. The last part of a path may be "*". */
  replies: Map<string, (query: Record<string, string>, last: string) => Reply>;
}

const NOT_FOUND = { errorCode: 404, message: 'The resource you are looking for does not exist.' };

/** An error is sent with its own status. */
const faultIn = (body: Reply): Fault | null =>
  'errorCode' in body ? { kind: 'status', status: Number(body.errorCode), text: JSON.stringify(body) } : null;

/** Starts a local server that replies like football-data.org, version 4. */
export async function startFootballDataOrgServer(): Promise<FootballDataOrgServer> {
  const asked: Asked[] = [];
  const replies: FootballDataOrgServer['replies'] = new Map();
  const faults: FootballDataOrgServer['faults'] = [];
  const headers: Record<string, string> = {};
  const { url, close } = await startLocalServer(async ({ path, query, headers: sent }, response) => {
    asked.push({ path, query, key: sent['x-auth-token']?.toString() });
    const last = path.slice(path.lastIndexOf('/') + 1);
    const reply = replies.get(path) ?? replies.get(`${path.slice(0, -last.length)}*`) ?? (() => NOT_FOUND);
    const body = reply(query, last);
    await sendReply(response, JSON.stringify(body), faults.shift() ?? faultIn(body), headers);
  });
  return { url, asked, replies, faults, headers, close };
}

/** A score as the provider tells it: the final or running one, half-time and the parts, as far as told. */
export interface ToldScore {
  duration?: string;
  winner?: string | null;
  full?: [number, number] | null;
  half?: [number, number] | null;
  regular?: [number, number];
  extra?: [number, number];
  penalties?: [number, number];
}

const pair = (score: [number, number] | null | undefined) => ({ home: score?.[0] ?? null, away: score?.[1] ?? null });

/** Returns the `score` of a match's row. */
export const scoreRow = ({ duration = 'REGULAR', winner = null, full, half, regular, extra, penalties }: ToldScore = {}) => ({
  winner,
  duration,
  fullTime: pair(full),
  halfTime: pair(half),
  ...(regular && { regularTime: pair(regular) }),
  ...(extra && { extraTime: pair(extra) }),
  ...(penalties && { penalties: pair(penalties) }),
});

export const PREMIER_LEAGUE = {
  area: { id: 2072, name: 'England', code: 'ENG', flag: null },
  competition: { id: 2021, name: 'Premier League', code: 'PL', type: 'LEAGUE', emblem: null },
  season: { id: 2403, startDate: '2026-08-14', endDate: '2027-05-23', currentMatchday: 12, winner: null },
};
export const CHAMPIONS_LEAGUE = {
  area: { id: 2077, name: 'Europe', code: 'EUR', flag: null },
  competition: { id: 2001, name: 'UEFA Champions League', code: 'CL', type: 'CUP', emblem: null },
  season: { id: 2500, startDate: '2026-09-15', endDate: '2027-05-29', currentMatchday: 5, winner: null },
};

const earlier = ({ id, startDate, endDate }: typeof PREMIER_LEAGUE.season, years: number) => {
  const before = (date: string) => `${Number(date.slice(0, 4)) - years}${date.slice(4)}`;
  return { id: id - years, startDate: before(startDate), endDate: before(endDate), currentMatchday: null, winner: null };
};

/** Returns the reply about a competition, with two earlier seasons. */
export const competitionReply = ({ area, competition, season }: typeof PREMIER_LEAGUE) => ({
  area,
  ...competition,
  currentSeason: season,
  seasons: [season, earlier(season, 1), earlier(season, 2)],
});

export const teamRow = (id: number, name: string) => ({
  id,
  name,
  shortName: name.replace(/ FC$/, ''),
  tla: name.slice(0, 3).toUpperCase(),
  crest: null,
});

/** Returns the row of a match, as lists and single replies contain it. */
export const matchRow = (id: number, utcDate: string, status: string, score: ToldScore = {}, more: object = {}) => ({
  ...PREMIER_LEAGUE,
  ...{ id, utcDate, status, matchday: 12, stage: 'REGULAR_SEASON', group: null, lastUpdated: utcDate },
  homeTeam: teamRow(1, 'Reds FC'),
  awayTeam: teamRow(2, 'Blues FC'),
  score: scoreRow(score),
  odds: { msg: 'Activate Odds-Package in User-Panel to retrieve odds.' },
  referees: [],
  ...more,
});
