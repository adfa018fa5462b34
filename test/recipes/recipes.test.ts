import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { MINUTE_MS } from '#domain/time.ts';
import { newSecret, type Signer, signedHeaders } from '#server/modules/notifications/webhooks/signing.ts';
import { TEST_NOW } from '#test/support/app.ts';
import { createTeam } from '#test/support/factories.ts';
import { useOpenSite } from '#test/support/open-site.ts';
import { runRecipe, startRecipe } from '#test/support/run-recipe.ts';

const site = useOpenSite();
const nowMs = Date.parse(TEST_NOW);
const recipe = (name: string): string => readFileSync(new URL(`../../docs/recipes/${name}`, import.meta.url), 'utf8');

/** Starts a recipe that runs until it is stopped, which the end of the test does. */
function follow(name: string, args: readonly string[], env: Record<string, string>) {
  const running = startRecipe(name, args, { env, nowMs });
  onTestFinished(() => running.stop());
  return { ...running, shows: (part: string) => expect.poll(running.output).toContain(part) };
}

/** Starts a server that the recipe talks to. */
async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void | Promise<void>): Promise<string> {
  const server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Tells a score of the match in play, as an import does. */
async function tellScore(home: number, away: number, minute: number): Promise<void> {
  const { test, world } = site.current;
  const values = { home_score: home, away_score: away, minute };
  await test.deps.db.updateTable('matches').set(values).where('id', '=', world.matches.live).execute();
  for (const topic of ['matches:2026-11-20', `match:${world.matches.live}`]) test.deps.replies.touch(topic);
}
const resetScore = () => tellScore(1, 0, 44);

describe('the scoreboard', () => {
  afterAll(resetScore);

  it('shows the matches in play, and a goal when it falls', async () => {
    const board = follow('scoreboard.mjs', [site.current.url], { POLL_SECONDS: '0.05' });
    await board.shows(`       44'                    Avalon   1–0   Camber`);
    expect(board.output()).toContain('In play: 1\n\nPremier Division\n');
    await tellScore(1, 1, 46);
    await board.shows(`       46'                    Avalon   1–1   Camber`);
    // It draws only what has changed: an unchanged list is answered with a 304.
    expect(board.output().match(/In play/g)).toHaveLength(2);
  });

  it('asks again as soon as the stream tells of a change', async () => {
    const streams: ServerResponse[] = [];
    const front = await serve(async ({ url = '', headers }, response) => {
      if (url.startsWith('/api/v1/stream')) {
        expect([url, headers.authorization]).toEqual(['/api/v1/stream?topics=matches:2026-11-19,matches:2026-11-20', 'Bearer mp_example']);
        streams.push(response.writeHead(200, { 'Content-Type': 'text/event-stream' }));
        return void response.write(': hello\n\n');
      }
      const answer = await fetch(site.current.url + url, { headers: { 'If-None-Match': headers['if-none-match'] ?? '' } });
      response.writeHead(answer.status, { ETag: answer.headers.get('etag')! }).end(Buffer.from(await answer.arrayBuffer()));
    });
    await resetScore();
    const board = follow('scoreboard.mjs', [front], { POLL_SECONDS: '3600', MATCHPOINT_KEY: 'mp_example' });
    await board.shows('Avalon   1–0   Camber');
    await expect.poll(() => streams.length).toBe(1);
    await tellScore(2, 0, 45);
    streams[0]!.write('event: change\ndata: {}\n\n');
    await board.shows('Avalon   2–0   Camber');
  });

  it('reads all pages, and draws again when one of them changes or goes', async () => {
    const match = (id: number, home: number) => ({
      ...{ id, league: { name: 'Cup' }, home: { name: `Home ${id}` }, away: { name: `Away ${id}` }, score: { home, away: 0 } },
      ...{ minute: 10 + id, stoppage: null, period: null, status: 'h1' },
    });
    const pages: Record<string, { data: object[]; next_cursor: string | null }> = {
      first: { data: [match(1, 0)], next_cursor: 'a/b=' },
      'a/b=': { data: [match(2, 0)], next_cursor: 'c' },
      c: { data: [match(3, 0)], next_cursor: null },
    };
    const unchanged: string[] = [];
    const front = await serve(({ url = '', headers }, response) => {
      const cursor = new URL(url, 'http://front').searchParams.get('cursor') ?? 'first';
      const body = JSON.stringify(pages[cursor]);
      const etag = `"${Buffer.from(body).toString('base64url')}"`;
      if (headers['if-none-match'] === etag) unchanged.push(cursor);
      response.writeHead(headers['if-none-match'] === etag ? 304 : 200, { ETag: etag });
      response.end(headers['if-none-match'] === etag ? undefined : body);
    });
    const board = follow('scoreboard.mjs', [front], { POLL_SECONDS: '0.05' });
    await board.shows('In play: 3');
    await board.shows('Home 3   0–0   Away 3');
    await expect.poll(() => unchanged.slice(0, 3)).toEqual(['first', 'a/b=', 'c']);
    expect(board.output().match(/In play/g)).toHaveLength(1);
    pages['a/b='] = { data: [match(2, 1)], next_cursor: 'c' };
    await board.shows('Home 2   1–0   Away 2');
    pages['a/b='] = { data: [match(2, 1)], next_cursor: null };
    await board.shows('In play: 2');
  });

  it('says what is wrong, and goes on', async () => {
    const board = follow('scoreboard.mjs', ['http://127.0.0.1:1'], { POLL_SECONDS: '0.05' });
    await expect.poll(() => board.output().split('The site cannot be read').length).toBeGreaterThan(2);
  });
});

describe('the calendar', () => {
  it('prints the next matches of a team, and tells when one moves', async () => {
    const { test, url, world } = site.current;
    const about = async (values: object) => {
      await test.deps.db.updateTable('matches').set(values).where('id', '=', world.matches.coming).execute();
      // The site keeps a file for a minute.
      test.clock.advance(2 * MINUTE_MS);
    };
    await about({ venue: 'Riverside, Byron; gate 2' });
    const address = `${url}/api/teams/${world.teams.byron}/calendar.ics`;
    const calendar = follow('calendar.mjs', [address], { EVERY_MINUTES: '0.004' });
    await calendar.shows('Fri 20 Nov, 20:00  Byron – Dunmore, Riverside, Byron; gate 2\n');
    await about({ kickoff_at: new Date('2026-11-21T17:30:00.000Z') });
    await calendar.shows('Changed: Sat 21 Nov, 17:30  Byron – Dunmore');
    await about({ kickoff_at: new Date('2026-11-20T20:00:00.000Z') });
    await calendar.shows('Changed: Fri 20 Nov, 20:00');
  });

  it('prints once, and fails where there is no calendar', async () => {
    const { url, world } = site.current;
    const once = await runRecipe('calendar.mjs', [`${url}/api/teams/${world.teams.dunmore}/calendar.ics`], { nowMs });
    expect([once.code, once.output.split('\n')[0]]).toEqual([0, expect.stringContaining('Byron – Dunmore')]);
    const idle = await createTeam(site.current.test.deps.db, 'Idle');
    expect(await runRecipe('calendar.mjs', [`${url}/api/teams/${idle}/calendar.ics`])).toEqual({ code: 0, output: 'No matches.\n' });
    expect((await runRecipe('calendar.mjs', [`${url}/api/teams/1000/calendar.ics`])).code).toBe(1);
    expect((await runRecipe('calendar.mjs', ['http://127.0.0.1:1/x.ics'])).code).toBe(1);
  });
});

describe('the webhook receiver', () => {
  // The example of the Standard Webhooks specification.
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const spec = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', at: 1_614_265_330, body: '{"test": 2432232314}' };
  const signature = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=';

  const sign = (id: string, at: number, body: string, by = secret): string =>
    `v1,${createHmac('sha256', Buffer.from(by.slice(6), 'base64'))
      .update(`${id}.${at}.${body}`)
      .digest('base64')}`;

  async function receive(by = secret) {
    const running = startRecipe('webhook-receiver.mjs', [], { env: { WEBHOOK_SECRET: by, PORT: '0' }, nowMs: spec.at * 1_000 });
    onTestFinished(() => running.stop());
    await expect.poll(running.output).toMatch(/port \d+/);
    const port = /port (\d+)/.exec(running.output())![1];
    const deliver = async (id: string, at: number, body: string, signed: string) => {
      const headers = { 'webhook-id': id, 'webhook-timestamp': String(at), 'webhook-signature': signed };
      return (await fetch(`http://127.0.0.1:${port}/hook`, { method: 'POST', headers, body })).status;
    };
    return { ...running, deliver };
  }

  it('takes what is signed, also by one of two secrets, and handles each event once', async () => {
    const { deliver, output } = await receive();
    expect(await deliver(spec.id, spec.at, spec.body, signature)).toBe(204);
    const body = JSON.stringify({ id: 'evt_1', type: 'match.goal', timestamp: TEST_NOW, data: { match_id: 7 } });
    const other = sign('evt_1', spec.at, body, 'whsec_AAAA');
    for (let time = 0; time < 2; time++)
      expect(await deliver('evt_1', spec.at, body, `${other} ${sign('evt_1', spec.at, body)}`)).toBe(204);
    await expect.poll(output).toContain(`${TEST_NOW} match.goal {"match_id":7}`);
    expect(output().match(/match\.goal/g)).toHaveLength(1);
  });

  it('takes what the site signs, also with an old secret beside the new one', async () => {
    const { deps } = site.current.test;
    const old = newSecret(deps);
    const { deliver } = await receive(old.secret);
    const [id, body, at] = ['evt_4', '{"type":"match.goal","data":{"name":"Đội 1–0"}}', new Date(spec.at * 1_000)];
    const deliverSigned = async (signer: Signer, event: { id: string; body: string }) => {
      const headers = signedHeaders(deps, signer, event, at)!;
      return deliver(headers['webhook-id']!, Number(headers['webhook-timestamp']), event.body, headers['webhook-signature']!);
    };
    const none = { old_secret: null, old_secret_until: null };
    expect(await deliverSigned({ secret: old.sealed, ...none }, { id, body })).toBe(204);
    const rotated = { secret: newSecret(deps).sealed, old_secret: old.sealed, old_secret_until: new Date(at.getTime() + 1) };
    expect(await deliverSigned(rotated, { id: 'evt_5', body })).toBe(204);
    expect(await deliverSigned({ ...rotated, ...none }, { id: 'evt_6', body })).toBe(401);
  });

  it('refuses what is forged, changed, old, unsigned or too large', async () => {
    const { deliver, output } = await receive();
    const [id, at, body] = ['evt_2', spec.at, '{"type":"match.goal"}'];
    const own = sign(id, at, body);
    const statuses = [
      await deliver(id, at, `${body} `, own),
      await deliver('evt_3', at, body, own),
      await deliver(id, at, body, sign(id, at, body, 'whsec_AAAA')),
      await deliver(id, at, body, own.replace('v1,', 'v2,')),
      await deliver(id, at, body, ''),
      await deliver(id, at - 301, body, sign(id, at - 301, body)),
      await deliver(id, at + 301, body, sign(id, at + 301, body)),
    ];
    expect(statuses).toEqual(statuses.map(() => 401));
    const large = 'x'.repeat(300_000);
    expect(await deliver(id, at, large, sign(id, at, large))).toBe(413);
    expect(output()).not.toContain('match.goal');
  });

  it('does not start without a secret', async () => {
    expect(await runRecipe('webhook-receiver.mjs', [], { env: { WEBHOOK_SECRET: '' } })).toMatchObject({ code: 1 });
  });
});

describe('Discord', () => {
  afterAll(resetScore);

  it('is told of goals, and no name mentions or formats', async () => {
    const posts: { content: string; allowed_mentions: unknown }[] = [];
    let isBusy = true;
    const channel = await serve(async (request, response) => {
      // Discord asks for patience once.
      const body = JSON.parse(await text(request));
      if (!isBusy) posts.push(body);
      response.writeHead(isBusy ? 429 : 204, { 'Retry-After': '0.01' }).end();
      isBusy = false;
    });
    const { test, url, world } = site.current;
    await test.deps.db.updateTable('teams').set({ name: '@everyone **Camber**' }).where('id', '=', world.teams.camber).execute();
    await resetScore();
    let requests = 0;
    const front = await serve(async ({ url: path = '' }, response) => {
      const answer = await fetch(url + path);
      response.writeHead(answer.status).end(Buffer.from(await answer.arrayBuffer()));
      requests++;
    });
    follow('discord.mjs', [front, String(world.leagueId)], { POLL_SECONDS: '0.05', DISCORD_WEBHOOK_URL: channel });
    await expect.poll(() => requests).toBeGreaterThan(1);
    await tellScore(1, 1, 61);
    await expect.poll(() => posts).toHaveLength(1);
    // A goal that is taken back is told to nobody.
    await tellScore(1, 0, 62);
    const before = requests;
    await expect.poll(() => requests).toBeGreaterThan(before + 1);
    await tellScore(2, 0, 70);
    await expect.poll(() => posts).toHaveLength(2);
    await test.deps.db.updateTable('teams').set({ name: 'Camber' }).where('id', '=', world.teams.camber).execute();
    const league = 'Premier Division';
    const page = `<${front}/match/${world.matches.live}>`;
    const camber = String.raw`\@everyone \*\*Camber\*\*`;
    expect(posts).toEqual([
      { content: `⚽ 61' Avalon 1–1 **${camber}** (${league}) ${page}`, allowed_mentions: { parse: [] } },
      { content: `⚽ 70' **Avalon** 2–0 ${camber} (${league}) ${page}`, allowed_mentions: { parse: [] } },
    ]);
  });
});

describe('the LED matrix', () => {
  it('draws names, score and minute on 64 x 32 pixels', async () => {
    const { url, world } = site.current;
    const { code, output } = await runRecipe('led-matrix.mjs', [url, String(world.matches.won)]);
    expect(code).toBe(0);
    const rows = output.trim().split('\n');
    expect(rows.map((row) => row.length)).toEqual(rows.map(() => 64));
    expect(output).toMatchInlineSnapshot(`
      "................................................................
      ..#..#.#..#..#....#..##.....................##..#.#.##...#..##..
      .#.#.#.#.#.#.#...#.#.#.#....................#.#.#.#.#.#.#.#.#.#.
      .###.#.#.###.#...#.#.#.#....................##...#..##..#.#.#.#.
      .#.#.#.#.#.#.#...#.#.#.#....................#.#..#..#.#.#.#.#.#.
      .#.#..#..#.#.###..#..#.#....................##...#..#.#..#..#.#.
      ................................................................
      ................................................................
      ................................................................
      ................................................................
      .....................######............##.......................
      .....................######............##.......................
      .........................##..........####.......................
      .........................##..........####.......................
      .....................######..######....##.......................
      .....................######..######....##.......................
      .....................##................##.......................
      .....................##................##.......................
      .....................######..........######.....................
      .....................######..........######.....................
      ................................................................
      ................................................................
      ................................................................
      ................................................................
      ................................................................
      ............................###.###.............................
      ............................#....#..............................
      ............................##...#..............................
      ............................#....#..............................
      ............................#....#..............................
      ................................................................
      ................................................................
      "
    `);
  });

  it('fails for a match that does not exist', async () => {
    expect(await runRecipe('led-matrix.mjs', [site.current.url, '1000'])).toEqual({
      code: 1,
      output: 'The match cannot be read: the site answers 404\n',
    });
  });
});

/** Reads `data[0].home.name` of an answer; undefined where a part is missing. */
const valueAt = (answer: unknown, path: string): unknown =>
  path
    .split(/[.[\]]+/)
    .filter(Boolean)
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], answer);

const answerTo = async (path: string): Promise<unknown> => (await fetch(site.current.url + path)).json();

describe('Home Assistant', () => {
  it('asks for addresses that exist and reads fields that are there', async () => {
    const { world } = site.current;
    const blocks = recipe('home-assistant.yaml').split('automation:')[0]!.split('- resource: ').slice(1);
    const checked: string[] = [];
    for (const block of blocks) {
      const address = block
        .split('\n')[0]!
        .replace('https://matchpoint.example', '')
        .replace('team_id=1', `team_id=${world.teams.avalon}`)
        .replace('teams/1', `teams/${world.teams.byron}`);
      const answer = await answerTo(address);
      const root = /json_attributes_path: "\$\.([^"]+)"/.exec(block)?.[1];
      const attributes = [...block.matchAll(/^ {10}- (\w+)$/gm)].map(([, name]) => `${root}.${name}`);
      const templated = [...block.matchAll(/value_json\.([\w.[\]]+)/g)].map(([, path]) => path!);
      for (const path of [...attributes, ...templated]) expect([path, valueAt(answer, path)]).not.toEqual([path, undefined]);
      for (const [, field] of block.matchAll(/next\.([\w.]+)/g)) {
        const next = (answer as { matches: { state: string }[] }).matches.find(({ state }) => state === 'upcoming');
        expect([field, valueAt(next, field!)]).not.toEqual([field, undefined]);
        checked.push(field!);
      }
      checked.push(...attributes, ...templated);
    }
    expect([blocks.length, checked.length > 10]).toEqual([2, true]);
  });
});

describe('TRMNL', () => {
  it('reads fields that are there', async () => {
    const fields = [...recipe('trmnl.liquid').matchAll(/\{\{ match\.([\w.]+) \}\}/g)].map(([, path]) => path!);
    expect(fields).toContain('score.home');
    const answer = await answerTo('/api/v1/matches?state=live');
    for (const field of fields) expect([field, valueAt(answer, `data[0].${field}`)]).not.toEqual([field, undefined]);
  });
});
