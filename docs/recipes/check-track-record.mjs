// Recomputes a site's track record from its exports, by the formulas in this file alone, and compares it with what the site publishes.
//   node check-track-record.mjs https://matchpoint.example [football|basketball|tennis|esports]
// Exits with 0 if all numbers agree within 1e-9, with 1 if not, and with 2 if the site cannot be read. MATCHPOINT_KEY: an API key, for speed.
import { setTimeout as wait } from 'node:timers/promises';

const [site, sport = 'football'] = process.argv.slice(2);
const TOLERANCE = 1e-9;
/** The true kick-off is known to the minute. */
const LATE_MS = 2 * 60_000;
/** New results come in while the files are read. Then the check is made again, with what has changed, and the third time with everything. */
const ATTEMPTS = Number(process.env.CHECK_ATTEMPTS ?? 4);
const headers = process.env.MATCHPOINT_KEY ? { Authorization: `Bearer ${process.env.MATCHPOINT_KEY}` } : {};

/** Scores a forecast with the probabilities home, draw and away. Lower is better. */
function score([home, draw, away], outcome) {
  const hit = { home: [1, 0, 0], draw: [0, 1, 0], away: [0, 0, 1] }[outcome];
  return {
    rps: ((home - hit[0]) ** 2 + (home + draw - hit[0] - hit[1]) ** 2) / 2,
    log_loss: -Math.log(Math.max(1e-15, [home, draw, away][hit.indexOf(1)])),
    brier: (home - hit[0]) ** 2 + (draw - hit[1]) ** 2 + (away - hit[2]) ** 2,
  };
}

async function get(path) {
  for (;;) {
    const response = await fetch(new URL(path, site), { headers });
    if (response.ok) return response;
    if (response.status !== 429) throw new Error(`${path} answers ${response.status}: ${await response.text()}`);
    await response.text();
    await wait(1_000 * Number(response.headers.get('Retry-After') ?? 60));
  }
}

async function linesOf(date, kind) {
  const text = await (await get(`/api/v1/exports/${date}/${kind}.ndjson`)).text();
  const lines = text.split('\n').filter((line) => line !== '');
  return new Map(lines.map((line) => JSON.parse(line)).map((row) => [row.match_id, row]));
}

async function* daysWithForecasts() {
  for (let cursor = ''; cursor !== null; ) {
    const page = await (await get(`/api/v1/exports?cursor=${cursor}`)).json();
    yield* page.data.filter(({ lines }) => lines.forecasts > 0 || lines.scores > 0);
    cursor = page.next_cursor;
  }
}

const three = (row, name) => (row[`${name}_home`] === null ? null : [row[`${name}_home`], row[`${name}_draw`], row[`${name}_away`]]);
const outcomeOf = (home, away) => (home > away ? 'home' : home < away ? 'away' : 'draw');

/** Returns the recomputed scores of each forecast of a day, and what is wrong with single lines. */
async function recomputeDay({ date, over }) {
  const [scored, wrong] = [[], []];
  // The forecasts come last: whatever was scored before has been frozen by then.
  const [scores, matches] = [await linesOf(date, 'scores'), await linesOf(date, 'matches')];
  for (const [id, forecast] of await linesOf(date, 'forecasts')) {
    const [match, published] = [matches.get(id), scores.get(id)];
    if (match?.sport !== sport) continue;
    const isAboutIt = forecast.home_id === match.home_id && forecast.away_id === match.away_id;
    if (!published && over && isAboutIt && match.result_home !== null) wrong.push(`match ${id}: its forecast was left out`);
    if (!published) continue;
    const startedAt = Date.parse(match.started_at ?? match.kickoff_at);
    if (Date.parse(forecast.made_at) > startedAt + LATE_MS) wrong.push(`match ${id}: forecast at ${forecast.made_at}, after it began`);
    // A match may lose its result later, for example by an award. The forecast stays scored on what was played.
    const { result_home: home, result_away: away } = match.result_home === null ? published : match;
    const own = {};
    for (const name of ['model', 'market', 'crowd']) {
      const forecasted = three(forecast, name);
      own[name] = forecasted && score(forecasted, outcomeOf(home, away));
      for (const figure of ['rps', 'log_loss', 'brier']) {
        const [told, found] = [published[name === 'model' ? figure : `${name}_${figure}`], own[name]?.[figure] ?? null];
        if (differs(told, found)) wrong.push(`match ${id}: ${name} ${figure} is ${told}, by the formula ${found}`);
      }
    }
    scored.push(own);
  }
  for (const [id, row] of scores) if (row.sport === sport && !matches.has(id)) wrong.push(`match ${id}: scored, and not exported`);
  return { scored, wrong };
}

/** Days that were read and are over, so that another attempt reads only what has changed since. */
const known = new Map();

async function recompute() {
  const days = [];
  for await (const day of daysWithForecasts()) {
    const key = JSON.stringify(day);
    if (process.stderr.isTTY && !known.has(key)) process.stderr.write(`\r${day.date}`);
    const read = known.get(key) ?? (await recomputeDay(day));
    if (day.over) known.set(key, read);
    days.push(read);
  }
  if (process.stderr.isTTY) process.stderr.write('\r');
  return { scored: days.flatMap(({ scored }) => scored), wrong: days.flatMap(({ wrong }) => wrong) };
}

const differs = (a, b) => (a === null || b === null ? a !== b : !(Math.abs(a - b) <= TOLERANCE));
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
const figuresOf = (rows) => ({
  matches: rows.length,
  ...Object.fromEntries(['rps', 'log_loss', 'brier'].map((figure) => [figure, mean(rows.map((row) => row[figure]))])),
});

/** Compares means with the published ones and prints both. Returns whether they agree. */
function compare(name, own, published) {
  const wrong = ['matches', 'rps', 'log_loss', 'brier'].filter((figure) => differs(own?.[figure] ?? null, published?.[figure] ?? null));
  const row = (who, f) =>
    `${who.padEnd(12)} ${f ? `${f.matches} forecasts, RPS ${f.rps}, log loss ${f.log_loss}, Brier ${f.brier}` : 'nothing'}`;
  console.log(
    `${name}: ${wrong.length === 0 ? 'agrees' : `DIFFERS in ${wrong.join(', ')}`}\n  ${row('recomputed', own)}\n  ${row('published', published)}`,
  );
  return wrong.length === 0;
}

async function check() {
  const { scored, wrong } = await recompute();
  const record = await (await get(`/api/v1/track-record?sport=${sport}`)).json();
  for (const line of wrong) console.log(line);
  let agrees = compare('all forecasts', scored.length > 0 ? figuresOf(scored.map(({ model }) => model)) : null, record.model);
  for (const name of ['market', 'crowd']) {
    const both = scored.filter((row) => row[name] !== null);
    const told = record.beside.find((beside) => beside.name === name);
    const own = (who) => (both.length > 0 ? figuresOf(both.map((row) => row[who])) : null);
    agrees = compare(`beside the ${name}: model`, own('model'), told?.model) && agrees;
    agrees = compare(`beside the ${name}: ${name}`, own(name), told?.other) && agrees;
  }
  return agrees && wrong.length === 0;
}

try {
  let isRight = await check();
  for (let attempt = 2; !isRight && attempt <= ATTEMPTS; attempt++) {
    console.log(`\nThe numbers may have changed meanwhile. Attempt ${attempt}:\n`);
    await wait(10_000);
    if (attempt === 3) known.clear();
    isRight = await check();
  }
  console.log(isRight ? '\nThe track record is right.' : '\nTHE TRACK RECORD IS WRONG.');
  process.exitCode = isRight ? 0 : 1;
} catch (error) {
  console.error(site ? `The site cannot be read: ${error.message}` : 'Give the address of a site, such as https://matchpoint.example');
  process.exitCode = 2;
}
