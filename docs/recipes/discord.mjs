// Posts goals to a Discord channel.
//   DISCORD_WEBHOOK_URL=https://discord.com/api/webhooks/... node discord.mjs https://matchpoint.example [league id]
// POLL_SECONDS: how often to ask, 20 by default.
import { setTimeout as wait } from 'node:timers/promises';

const [site, league] = process.argv.slice(2);
const channel = process.env.DISCORD_WEBHOOK_URL;
if (!site || !channel) {
  console.error('Give the address of a site, and set DISCORD_WEBHOOK_URL.');
  process.exit(1);
}
const pollMs = 1_000 * Number(process.env.POLL_SECONDS ?? 20);
const HOUR_MS = 3_600_000;

const FIELDS = 'id,league.name,home.name,away.name,score.home,score.away,minute,stoppage,page';

/** Football matches in play that kicked off in the last six hours. */
function inPlay(now = Date.now()) {
  const hour = Math.floor(now / HOUR_MS) * HOUR_MS;
  const [from, to] = [hour - 6 * HOUR_MS, hour + 2 * HOUR_MS].map((at) => new Date(at).toISOString());
  const only = league ? `&league_id=${league}` : '';
  return `sport=football&state=live&from=${from}&to=${to}${only}`;
}

/** Returns all matches of a list, page by page. */
async function list(query) {
  const matches = [];
  for (let cursor = ''; cursor !== null; ) {
    const next = cursor && `&cursor=${cursor}`;
    const response = await fetch(new URL(`/api/v1/matches?${query}&limit=200&fields=${FIELDS}${next}`, site));
    if (!response.ok) throw new Error(`the site answers ${response.status}`);
    const page = await response.json();
    matches.push(...page.data);
    cursor = page.next_cursor;
  }
  return matches;
}

/** Names are text of others: nothing in them may format or mention. */
const plain = (text) => text.replace(/[\\*_~`|>#[\]()@:<]/g, '\\$&');

function messageOf({ home, away, score, minute, stoppage, league, page }, side) {
  const bold = (name, isBold) => (isBold ? `**${plain(name)}**` : plain(name));
  const clock = minute === null ? '' : ` ${minute}${stoppage ? `+${stoppage}` : ''}'`;
  const teams = `${bold(home.name, side === 'home')} ${score.home}–${score.away} ${bold(away.name, side === 'away')}`;
  return `⚽${clock} ${teams} (${plain(league.name)}) <${new URL(page, site)}>`;
}

async function post(content) {
  for (;;) {
    const body = JSON.stringify({ content, allowed_mentions: { parse: [] } });
    const response = await fetch(channel, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
    await response.arrayBuffer();
    if (response.status !== 429) return response.ok || console.error(`Discord answers ${response.status}.`);
    await wait(1_000 * Number(response.headers.get('Retry-After') ?? 5));
  }
}

/** The last score of each match in play; a match that is seen for the first time is not news. */
const known = new Map();

async function look() {
  const live = await list(inPlay());
  const playing = new Set(live.map(({ id }) => id));
  // Those that are over since the last look: for the last goal of each.
  const over = [...known.keys()].filter((id) => !playing.has(id)).slice(0, 100);
  const ended = over.length > 0 ? await list(`ids=${over}`) : [];
  for (const match of [...live, ...ended]) {
    const before = known.get(match.id);
    known.set(match.id, match.score);
    // A goal that is taken back is no news, and a score may move by more than one.
    if (before) for (const side of ['home', 'away']) if (match.score[side] > (before[side] ?? 0)) await post(messageOf(match, side));
  }
  for (const id of over) known.delete(id);
}

console.log(`Following ${site}`);
for (;;) {
  await look().catch((error) => console.error(`The site cannot be read: ${error.message}`));
  await wait(pollMs);
}
