// Shows the matches in play in a terminal and follows them.
//   node scoreboard.mjs https://matchpoint.example
// POLL_SECONDS: how often to ask, 15 by default. MATCHPOINT_KEY: an API key; with it, changes show as soon as they happen.
import { setTimeout as wait } from 'node:timers/promises';

const [site] = process.argv.slice(2);
const pollMs = 1_000 * Number(process.env.POLL_SECONDS ?? 15);
const key = process.env.MATCHPOINT_KEY;
const authorization = key ? { Authorization: `Bearer ${key}` } : {};
const HOUR_MS = 3_600_000;
const FIELDS = 'id,league.name,home.name,away.name,score.home,score.away,minute,stoppage,period,status';

/** Matches in play that kicked off in the last six hours. Whole hours keep the address, and with it the ETag, the same for an hour. */
function addressNow(now = Date.now()) {
  const from = new Date(Math.floor(now / HOUR_MS) * HOUR_MS - 6 * HOUR_MS).toISOString();
  const to = new Date(Math.floor(now / HOUR_MS) * HOUR_MS + 2 * HOUR_MS).toISOString();
  return new URL(`/api/v1/matches?state=live&limit=200&from=${from}&to=${to}&fields=${FIELDS}`, site).href;
}

/** The pages of the last list by address, each with its ETag: an unchanged page is a 304 without a body. */
let known = new Map();

/** Returns the matches in play; null if nothing has changed since the last call, or the site asks to wait. */
async function changedMatches() {
  const pages = new Map();
  const first = addressNow();
  let isChanged = false;
  for (let address = first; address; ) {
    const page = await readPage(address);
    if (page === null) return null;
    pages.set(address, page);
    isChanged ||= page !== known.get(address);
    // A page has 200 matches at most: `next_cursor` leads on, and is null on the last page.
    address = page.next_cursor && `${first}&cursor=${encodeURIComponent(page.next_cursor)}`;
  }
  // A page that has gone, too, is a change.
  isChanged ||= pages.size !== known.size;
  known = pages;
  return isChanged ? [...pages.values()].flatMap(({ data }) => data) : null;
}

/** Returns a page of the list, the known one if it has not changed; null after a wait if we have asked too often. */
async function readPage(address) {
  const before = known.get(address);
  const response = await fetch(address, { headers: { ...authorization, ...(before && { 'If-None-Match': before.etag }) } });
  if (response.status === 304) return before;
  if (response.status === 429) {
    await response.text();
    await wait(1_000 * Number(response.headers.get('Retry-After') ?? 60));
    return null;
  }
  if (!response.ok) throw new Error(`the site answers ${response.status}: ${(await response.json()).detail}`);
  return { ...(await response.json()), etag: response.headers.get('ETag') };
}

/** Football has minutes; other sports have quarters, sets or maps. */
function clock({ status, minute, stoppage, period }) {
  if (status === 'ht') return 'HT';
  if (period) return `${period.kind} ${period.number}`;
  return minute === null ? status : `${minute}${stoppage ? `+${stoppage}` : ''}'`;
}

const line = ({ home, away, score, ...match }) =>
  `${clock(match).padStart(10)}  ${home.name.padStart(24)} ${String(score.home ?? 0).padStart(3)}–${String(score.away ?? 0).padEnd(3)} ${away.name}`;

function show(matches) {
  if (process.stdout.isTTY) console.clear();
  console.log(`In play: ${matches.length}`);
  let league = '';
  for (const match of matches.toSorted((a, b) => a.league.name.localeCompare(b.league.name))) {
    if (match.league.name !== league) console.log(`\n${match.league.name}`);
    league = match.league.name;
    console.log(line(match));
  }
}

/** With a key, the stream tells of changes as they happen. Whatever it says, the list is asked again: so nothing depends on its details. */
async function followStream(onChange) {
  // A match belongs to the day of its kick-off: one that began before midnight to yesterday.
  const topics = [-24 * HOUR_MS, 0].map((ms) => `matches:${new Date(Date.now() + ms).toISOString().slice(0, 10)}`);
  const headers = { ...authorization, Accept: 'text/event-stream' };
  const response = await fetch(new URL(`/api/v1/stream?topics=${topics}`, site), { headers });
  if (!response.ok) return void (await response.text());
  for await (const piece of response.body.pipeThrough(new TextDecoderStream())) if (/^(event|data):/m.test(piece)) onChange();
}

let isChanged = () => {};
if (key)
  (async () => {
    for (;;) {
      await followStream(() => isChanged()).catch(() => {});
      await wait(pollMs);
    }
  })();

for (;;) {
  try {
    const matches = await changedMatches();
    if (matches !== null) show(matches);
  } catch (error) {
    console.error(`The site cannot be read: ${error.message}`);
  }
  await Promise.race([
    wait(pollMs),
    new Promise((resolve) => {
      isChanged = resolve;
    }),
  ]);
}
