import { expect, it } from 'vitest';
import { createQueryClient, forgetUser, setKnown } from './query-client.ts';

const LIMITS = ['account', 'limits'];

it('shows what an answer says of the user, and nothing where another one has come', () => {
  const client = createQueryClient();
  client.setQueryData(LIMITS, 'before');
  setKnown(client, LIMITS, 'after');
  expect(client.getQueryData(LIMITS)).toBe('after');
  forgetUser(client);
  setKnown(client, LIMITS, 'the last user’s');
  expect(client.getQueryData(LIMITS)).toBeUndefined();
});
