import { expect, it } from 'vitest';
import { makeKey } from '#test/support/api-keys.ts';
import { useTestApp } from '#test/support/app.ts';
import { createUser } from '#test/support/factories.ts';

const test = useTestApp();

async function ask(path: string, init: RequestInit = {}) {
  const response = await test.current.app.request(`/api/v1/${path}`, init);
  return { status: response.status, problem: (await response.json()) as { code: string; detail: string; params?: object } };
}

it.each([
  ['matches?limit=500', '`limit` must be at most 200.'],
  ['matches?limit=0', '`limit` must be at least 1.'],
  ['matches?limit=many', '`limit` must be a number.'],
  ['matches?limit=1.5', '`limit` must be a whole number.'],
  ['matches?sport=golf', '`sport` must be one of `football`, `basketball`, `tennis`, `esports`.'],
  ['matches?ids=3;4', '`ids` must be ids, separated by commas: 100 at most.'],
  ['matches?date=tomorrow', '`date` must be a day that exists, written as `2026-11-20`.'],
  ['matches?from=yesterday', '`from` must be a time in UTC, written as `2026-11-20T15:00:00Z`.'],
  ['matches?from=2026-11-20T15:00:00Z', '`to` is required: `from` and `to` go together.'],
  ['matches?from=2026-11-20T15:00:00Z&to=2026-11-20T14:00:00Z', '`to` must be after `from`, by at most 31 days.'],
  ['matches?date=2026-11-20&from=2026-11-20T15:00:00Z&to=2026-11-20T16:00:00Z', '`date` must not be sent with `from` and `to`.'],
  ['matches?fields=id,homes.name', '`fields` must name fields of the answer: it has no `homes.name`.'],
  ['matches?fields=id;home', '`fields` must be names of fields, separated by commas.'],
  ['matches?cursor=nonsense', '`cursor` must be the `next_cursor` of a page of the same list, with otherwise the same parameters.'],
  ['search', '`q` is required.'],
  [`search?q=${'a'.repeat(81)}`, '`q` must have at most 80 characters.'],
  ['exports?from=1800-01-01', '`from` must be 1850-01-01 or later.'],
])('%s is refused with the field and the rule: %s', async (path, detail) => {
  const { status, problem } = await ask(path);
  expect([status, problem.detail]).toEqual([400, detail]);
  expect(problem.params).toEqual({ field: /`(\w+)`/.exec(detail)![1] });
});

it.each([
  ['matches/1000000', {}, 404, 'Nothing has this address or this id.'],
  ['nothing', {}, 404, 'Nothing has this address or this id.'],
  ['me', {}, 401, 'This endpoint needs an API key. Send it as `Authorization: Bearer mp_...`.'],
  ['sports', { headers: { Authorization: 'Bearer mp_wrong' } }, 401, 'The API key is unknown, revoked or expired.'],
  ['matches', { method: 'DELETE' }, 405, 'This address does not accept this method. It accepts GET.'],
])('%s %j is refused with %i, in words for a programmer', async (path, init, status, detail) => {
  const answer = await ask(path, { ...init, headers: { 'Accept-Language': 'vi', ...(init as RequestInit).headers } });
  expect([answer.status, answer.problem.detail]).toEqual([status, detail]);
});

it('says which field of a body breaks which rule', async () => {
  const { key } = await makeKey(test.current, await createUser(test.current), { scopes: ['me:tip'] });
  const put = (body: string, type = 'application/json') =>
    ask('me/groups/00000000-0000-4000-8000-000000000000/tips', {
      method: 'PUT',
      body,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': type },
    });
  const details = await Promise.all([
    put('{}'),
    put('{"tips": []}'),
    put('{"tips": [{"match_id": "one", "tip": null}]}'),
    put('{"tips": [{"match_id": 1, "tip": null}], "dry_run": true}'),
    put('not json'),
    put('<tips/>', 'text/xml'),
  ]);
  expect(details.map(({ problem }) => problem.detail)).toEqual([
    '`tips` is required.',
    '`tips` must have at least 1 item.',
    '`tips.0.match_id` must be a number.',
    '`dry_run` is not a field of this request.',
    'The body must be a JSON object.',
    'The body must be JSON. Send `Content-Type: application/json`.',
  ]);
});

it('speaks to visitors of the site as before', async () => {
  const response = await test.current.app.request('/api/matches?date=tomorrow', { headers: { 'Accept-Language': 'en' } });
  expect(await response.json()).toMatchObject({ code: 'invalid_date', detail: 'That date isn’t valid. Please choose another.' });
});
