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

/** Football matches that kicked off in the last six hours: also those that are over, for the last goal of each. */
function address(now = Date.now()) {
  const hour = Math.floor(now / HOUR_MS) * HOUR_MS;
  const [from, to] = [hour - 6 * HOUR_MS, hour + 2 * HOUR_MS].map((at) => new Date(at).toISOString());
  const fields = 'id,league.name,home.name,away.name,score.home,score.away,minute,stoppage,page';
  const only = league ? `&league_id=${league}` : '';
  return new URL(`/api/v1/matches?sport=football&limit=200&from=${from}&to=${to}&fields=${fields}${only}`, site);
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

/** The last score of each match; a match that is seen for the first time is not news. */
const known = new Map();
let etag = '';

async function look() {
  const response = await fetch(address(), { headers: { 'If-None-Match': etag } });
  if (response.status === 304) return;
  if (!response.ok) throw new Error(`the site answers ${response.status}`);
  etag = response.headers.get('ETag');
  for (const match of (await response.json()).data) {
    const before = known.get(match.id);
    known.set(match.id, match.score);
    if (!before) continue;
    // A goal that is taken back is no news, and a score may move by more than one.
    for (const side of ['home', 'away']) if (match.score[side] > (before[side] ?? 0)) await post(messageOf(match, side));
  }
}

console.log(`Following ${site}`);
for (;;) {
  await look().catch((error) => console.error(`The site cannot be read: ${error.message}`));
  await wait(pollMs);
}
