import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { signAccessToken } from '#server/platform/http/access-token.ts';
import { timed } from '#test/support/measuring.ts';
import type { BenchApp } from './app.ts';

/**
 * Downloads a file of the console as a browser does; returns the growth of the app's memory meanwhile, in megabytes. Throws if the number
 * of lines is wrong.
 */
export async function grownByFile(app: BenchApp, path: string, lines: number): Promise<number> {
  const token = await benchAdminToken(app);
  const before = await residentMb(app.pid);
  let [peak, isDone] = [before, false];
  const watching = (async () => {
    for (; !isDone; await sleep(100)) peak = Math.max(peak, await residentMb(app.pid));
  })();
  let [bytes, found] = [0, 0];
  const download = async () => {
    const reply = await fetch(app.url + path, { headers: { Authorization: `Bearer ${token}` } });
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
    for await (const chunk of reply.body!) {
      bytes += chunk.length;
      for (const byte of chunk) if (byte === 10) found++;
    }
  };
  const ms = await timed(download).finally(async () => {
    isDone = true;
    await watching;
  });
  if (found !== lines) throw new Error(`${path} has ${found} lines, which is not the expected number`);
  const mb = (bytes / 2 ** 20).toFixed(0);
  console.log(`${found} lines, ${mb} MB in ${(ms / 1_000).toFixed(0)} s: ${peak.toFixed(0)} MB of memory, ${before.toFixed(0)} before`);
  return peak - before;
}

const run = promisify(execFile);
const residentMb = async (pid: number): Promise<number> => Number((await run('ps', ['-o', 'rss=', '-p', String(pid)])).stdout) / 1024;

/** Returns the token of an admin with all permissions, valid for ten minutes. */
export async function benchAdminToken({ database, serverKey }: BenchApp): Promise<string> {
  const admin = { id: randomUUID(), email: `${randomUUID()}@ops.example`, sessionId: randomUUID() };
  await database.query(
    `insert into admins (id, email, role, password_hash, totp_secret, totp_enabled_at, created_at)
     values ($1, $2, 'super', 'nobody knows it', '\\x00', now(), now())`,
    [admin.id, admin.email],
  );
  await database.query(
    `insert into admin_sessions (id, admin_id, created_at, last_input_at, expires_at, stepped_up_at)
     values ($1, $2, now(), now(), now() + interval '1 hour', now())`,
    [admin.sessionId, admin.id],
  );
  return signAccessToken([serverKey], admin, new Date(), 'admin');
}
