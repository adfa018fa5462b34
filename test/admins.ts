import { randomUUID } from 'node:crypto';
import type { AdminRole } from '#domain/admin-role.ts';
import { signAccessToken } from '#server/http/access-token.ts';
import type { TestApp } from './app.ts';

export interface TestAdmin {
  id: string;
  email: string;
  role: AdminRole;
  /** Of a session that has begun now, good for ten minutes of the test's clock. */
  token: string;
}

let serial = 0;

/** An operator who is signed in, with a password that nobody knows; with a second factor unless told otherwise. */
export async function createAdmin({ deps }: TestApp, role: AdminRole, { hasTotp = true } = {}): Promise<TestAdmin> {
  const now = deps.now();
  const admin = { id: randomUUID(), email: `${role}${++serial}@ops.example`, role };
  await deps.db
    .insertInto('admins')
    .values({
      ...admin,
      password_hash: 'nobody knows it',
      totp_secret: hasTotp ? Buffer.from('a secret that no app has') : null,
      totp_enabled_at: hasTotp ? now : null,
      created_at: now,
    })
    .execute();
  return { ...admin, token: await signInAdmin({ deps }, admin) };
}

/** A further session of an admin, as it begins now. Returns its token. */
export async function signInAdmin({ deps }: Pick<TestApp, 'deps'>, admin: { id: string; email: string }): Promise<string> {
  const now = deps.now();
  const sessionId = randomUUID();
  const expires_at = new Date(now.getTime() + 12 * 3_600_000);
  await deps.db
    .insertInto('admin_sessions')
    .values({ id: sessionId, admin_id: admin.id, created_at: now, last_input_at: now, expires_at })
    .execute();
  return signAccessToken(deps.serverKeys, { id: admin.id, email: admin.email, sessionId }, now, 'admin');
}
