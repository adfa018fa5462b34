import { MutationObserver, onlineManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import { clearUser, createQueryClient, setKnown } from './query-client.ts';

const LIMITS = ['account', 'limits'];

afterEach(() => onlineManager.setOnline(true));

it('stores the user’s data from an answer, and nothing if another user signed in', () => {
  const client = createQueryClient();
  client.setQueryData(LIMITS, 'before');
  setKnown(client, LIMITS, 'after');
  expect(client.getQueryData(LIMITS)).toBe('after');
  clearUser(client);
  setKnown(client, LIMITS, 'the last user’s');
  expect(client.getQueryData(LIMITS)).toBeUndefined();
});

it('fetches data that is shown but was never loaded', async () => {
  const client = createQueryClient();
  let isAway = true;
  const queryFn = async () => (isAway ? Promise.reject(new Error('away')) : 'as it is now');
  const stop = new QueryObserver(client, { queryKey: LIMITS, queryFn }).subscribe(() => undefined);
  await expect.poll(() => client.getQueryState(LIMITS)?.status).toBe('error');
  isAway = false;
  setKnown(client, LIMITS, 'as it was answered');
  await expect.poll(() => client.getQueryData(LIMITS)).toBe('as it is now');
  stop();
});

it('tries an action without a network, and fails, instead of holding it back', async () => {
  onlineManager.setOnline(false);
  const save = new MutationObserver(createQueryClient(), { mutationFn: () => Promise.reject(new Error('no network')) });
  await expect(save.mutate()).rejects.toThrow('no network');
});
