// Receives webhooks, verifies their signatures (Standard Webhooks) and prints each event once.
//   WEBHOOK_SECRET=whsec_... node webhook-receiver.mjs
// PORT: 8787 by default. The address of the webhook is that of this program as the internet reaches it, with any path.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const secret = process.env.WEBHOOK_SECRET ?? '';
if (!/^whsec_[A-Za-z0-9+/]+=*$/.test(secret)) {
  console.error('Set WEBHOOK_SECRET to the secret of the webhook: whsec_...');
  process.exit(1);
}
const key = Buffer.from(secret.slice('whsec_'.length), 'base64');

/** An older or newer delivery may be a recorded one that somebody sends again. */
const TOLERANCE_SECONDS = 300;
const BYTES_MAX = 256 * 1024;
const IDS_MAX = 10_000;

/** Returns whether a delivery was signed with our secret, and lately. The body must be the bytes as they came, before any parsing. */
function isGenuine(headers, body, now = Date.now()) {
  const { 'webhook-id': id = '', 'webhook-timestamp': timestamp = '', 'webhook-signature': signatures = '' } = headers;
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now / 1_000 - Number(timestamp)) > TOLERANCE_SECONDS) return false;
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
  // Several are separated by spaces: for a day after the secret was changed, both secrets sign.
  return signatures.split(' ').some((signature) => {
    const [version, value = ''] = signature.split(',');
    const given = Buffer.from(value, 'base64');
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
}

async function readBody(request) {
  const pieces = [];
  let bytes = 0;
  for await (const piece of request) {
    bytes += piece.length;
    if (bytes > BYTES_MAX) return null;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** Ids of events that were handled: an event may be delivered more than once. */
const seen = new Set();

function handle({ type, timestamp, data }) {
  console.log(`${timestamp} ${type} ${JSON.stringify(data)}`);
}

const server = createServer(async (request, response) => {
  const answer = (status) => response.writeHead(status).end();
  if (request.method !== 'POST') return answer(405);
  const body = await readBody(request);
  if (body === null) return answer(413);
  if (!isGenuine(request.headers, body)) {
    console.error('Refused: the signature is wrong, or the delivery is old.');
    return answer(401);
  }
  const id = request.headers['webhook-id'];
  // Answer at once, and work afterwards: a late answer counts as a failure and is delivered again.
  answer(204);
  if (seen.has(id)) return;
  if (seen.size >= IDS_MAX) seen.delete(seen.values().next().value);
  seen.add(id);
  handle(JSON.parse(body.toString('utf8')));
});
server.listen(Number(process.env.PORT ?? 8787), () => console.log(`Listening on port ${server.address().port}`));
