import { makeApiKey } from '#contract/api-keys.ts';
import { API_SCOPES, type ApiScope } from '#domain/identity/api-key.ts';
import { callApp, type TestApp } from './app.ts';
import type { TestUser } from './factories.ts';

interface KeyOptions {
  name?: string;
  scopes?: ApiScope[];
  expires_days?: 30 | 90 | 365 | null;
}

/** Marks the session of a user as stepped up now. */
export const stepUpNow = ({ deps }: TestApp, { sessionId }: Pick<TestUser, 'sessionId'>) =>
  deps.db.updateTable('sessions').set({ stepped_up_at: deps.now() }).where('id', '=', sessionId).execute();

/** Asks for a key as the settings do, without a step-up. */
export const askForKey = (
  { app }: TestApp,
  { token }: TestUser,
  { name = 'My bot', scopes = [...API_SCOPES], expires_days = null }: KeyOptions = {},
) => callApp(app, makeApiKey, { name, scopes, expires_days }, { token });

/** Makes a key of a user, of all scopes by default, after a step-up. Returns the key and its id. */
export async function makeKey(test: TestApp, user: TestUser, options: KeyOptions = {}): Promise<{ key: string; id: string }> {
  await stepUpNow(test, user);
  const { status, reply, problem } = await askForKey(test, user, options);
  if (status !== 201) throw new Error(`no key was made: ${problem?.code}`);
  return { key: reply.key, id: reply.api_key.id };
}

/** Uses a key, and waits until that is stored: no answer waits for it. */
export async function useKey({ app, deps }: TestApp, key: string): Promise<void> {
  await app.request('/api/v1/me', { headers: { authorization: `Bearer ${key}` } });
  const isUsed = () => deps.db.selectFrom('api_keys').select('id').where('last_used_at', 'is not', null).execute();
  while ((await isUsed()).length === 0);
}
