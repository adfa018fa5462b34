import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts';
import { connect, isDatabaseAway } from './connect.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const changed = (change: (url: URL) => void) => {
  const url = new URL(database.url);
  change(url);
  return url.href;
};

it('connects', async () => {
  const pool = await connect(database.url);
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await pool.end();
});

it('reports at once that the password is wrong, without showing it', async () => {
  const url = changed((url) => {
    url.password = 'not-this-one';
  });
  const attempt = connect(url);
  await expect(attempt).rejects.toThrow('refuses the user name or password in DATABASE_URL');
  await expect(attempt).rejects.not.toThrow('not-this-one');
});

it('reports that the database does not exist', async () => {
  const url = changed((url) => {
    url.pathname = '/nowhere';
  });
  await expect(connect(url)).rejects.toThrow('has no database "nowhere"');
});

it('gives up on a closed port after the timeout', async () => {
  const url = 'postgres://u:p@127.0.0.1:1/x';
  await expect(connect(url, { waitMsMax: 600 })).rejects.toThrow(
    /127\.0\.0\.1:1\/x does not answer \(.*ECONNREFUSED.*\): start it, or correct DATABASE_URL/,
  );
});

it('gives up on a server that accepts and stays silent', async () => {
  const mute = createServer(() => {}).listen(0, '127.0.0.1');
  await once(mute, 'listening');
  const { port } = mute.address() as { port: number };
  await expect(connect(`postgres://u:p@127.0.0.1:${port}/x`, { waitMsMax: 600 })).rejects.toThrow('does not answer');
  mute.close();
});

it('refuses a server that is too old', async () => {
  const old = createServer((socket) => socket.once('data', () => answerAsVersion(socket, 140_011))).listen(0, '127.0.0.1');
  await once(old, 'listening');
  const { port } = old.address() as { port: number };
  await expect(connect(`postgres://u:p@127.0.0.1:${port}/x`, { waitMsMax: 3000 })).rejects.toThrow(
    'is PostgreSQL 14: Matchpoint needs version 15 or newer',
  );
  old.close();
});

/** Implements just enough of the protocol to be asked for a version. */
function answerAsVersion(socket: import('node:net').Socket, version: number): void {
  const message = (type: string, body: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeInt32BE(body.length + 4);
    return Buffer.concat([Buffer.from(type), length, body]);
  };
  const ready = message('Z', Buffer.from('I'));
  socket.on('error', () => {});
  socket.write(Buffer.concat([message('R', Buffer.alloc(4)), ready]));
  socket.once('data', () => {
    const text = Buffer.from(String(version));
    const column = Buffer.concat([Buffer.from('version\0'), Buffer.from('000000000000000000170004ffffffff0000', 'hex')]);
    const row = Buffer.concat([Buffer.from([0, 1, 0, 0, 0, text.length]), text]);
    const replies = [
      message('T', Buffer.concat([Buffer.from([0, 1]), column])),
      message('D', row),
      message('C', Buffer.from('SELECT 1\0')),
      ready,
    ];
    socket.write(Buffer.concat(replies));
  });
}

it.each([
  ['53100', true, 'no space left'],
  ['25006', true, 'read-only, as another server has taken over'],
  ['57P01', true, 'shut down'],
  ['ECONNREFUSED', true, 'closed port'],
  ['53200', false, 'out of memory for this statement'],
  ['23505', false, 'a duplicate'],
])('takes the error %s as the database being away: %s (%s)', (code, isAway) => {
  expect(isDatabaseAway(Object.assign(new Error('from the server'), { code }))).toBe(isAway);
});
