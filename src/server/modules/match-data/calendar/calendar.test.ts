import ICAL from 'ical.js';
import { expect, it } from 'vitest';
import { HOUR_MS } from '#domain/time.ts';
import { TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createMatch, createTeam } from '#test/support/factories.ts';

const test = useTestApp({ PUBLIC_URL: 'https://matchpoint.example' });
const NOW = new Date(TEST_NOW);
const after = (hours: number) => new Date(NOW.getTime() + hours * HOUR_MS);

const get = async (path: string, headers: Record<string, string> = {}) => test.current.app.request(path, { headers });
async function eventsAt(path: string, headers: Record<string, string> = {}) {
  const response = await get(path, headers);
  expect(response.status).toBe(200);
  return new ICAL.Component(ICAL.parse(await response.text())).getAllSubcomponents('vevent').map((part) => new ICAL.Event(part));
}

async function createFixture(values: Partial<Parameters<typeof createMatch>[1]> = {}) {
  const { db } = test.current.deps;
  const [homeTeamId, awayTeamId] = [await createTeam(db, 'Avalon'), await createTeam(db, 'Byron')];
  await db
    .updateTable('teams')
    .set({ names: JSON.stringify({ 'zh-CN': '阿瓦隆' }) })
    .where('id', '=', homeTeamId)
    .execute();
  const id = await createMatch(db, { kickoffAt: after(24), homeTeamId, awayTeamId, ...values });
  await db.updateTable('matches').set({ venue: 'Riverside; Avalon' }).where('id', '=', id).execute();
  return { id, homeTeamId, awayTeamId };
}

it('is a file for a match, with its teams, time and place', async () => {
  const { id } = await createFixture();
  const response = await get(`/api/matches/${id}/calendar.ics`);
  expect([response.headers.get('content-type'), response.headers.get('content-disposition')]).toEqual([
    'text/calendar; charset=utf-8',
    'attachment; filename="match.ics"',
  ]);
  const [event] = await eventsAt(`/api/matches/${id}/calendar.ics`);
  expect(event).toMatchObject({ uid: `match-${id}@matchpoint.example`, summary: 'Avalon – Byron', location: 'Riverside; Avalon' });
  expect(event!.description).toContain(`https://matchpoint.example/match/${id}`);
  expect([event!.startDate.toJSDate(), event!.endDate.toJSDate()]).toEqual([after(24), after(26)]);
});

it('is in the language of the address, else of the browser', async () => {
  const { id } = await createFixture();
  const title = async (query: string, accepted: string) =>
    (await eventsAt(`/api/matches/${id}/calendar.ics${query}`, { 'Accept-Language': accepted }))[0]!.summary;
  expect(await title('?lang=zh-CN', 'en')).toBe('阿瓦隆 – Byron');
  expect(await title('', 'zh')).toBe('阿瓦隆 – Byron');
  expect(await title('?lang=vi', 'zh')).toBe('Avalon – Byron');
  expect((await get(`/api/matches/${id}/calendar.ics?lang=fr`)).status).toBe(400);
});

it('moves and cancels the same event, and never tells a score', async () => {
  const { db } = test.current.deps;
  const { id } = await createFixture();
  const uid = (await eventsAt(`/api/matches/${id}/calendar.ics`))[0]!.uid;
  const update = (values: object) => db.updateTable('matches').set(values).where('id', '=', id).execute();
  await update({ kickoff_at: after(48), status: 'canc' });
  const [event] = await eventsAt(`/api/matches/${id}/calendar.ics?lang=en`);
  expect([event!.uid, event!.startDate.toJSDate()]).toEqual([uid, after(48)]);
  expect(event!.summary).toBe('Cancelled: Avalon – Byron');
  expect(event!.component.getFirstPropertyValue('status')).toBe('CANCELLED');
  // Numbers that no id and no name contains.
  await update({ status: 'ft', home_score: 12_317, away_score: 14_241 });
  expect(await (await get(`/api/matches/${id}/calendar.ics`)).text()).not.toMatch(/12317|14241/);
});

it('counts how often a match was moved: not by its course, and again by a new date', async () => {
  const { db } = test.current.deps;
  const { id } = await createFixture();
  const update = (values: object) => db.updateTable('matches').set(values).where('id', '=', id).execute();
  const state = async () => {
    const { component } = (await eventsAt(`/api/matches/${id}/calendar.ics`))[0]!;
    return [Number(component.getFirstPropertyValue('sequence')), String(component.getFirstPropertyValue('last-modified'))];
  };
  // The database's clock says when, to the second.
  await db
    .updateTable('match_calendar_changes')
    .set({ changed_at: after(-9_000) })
    .where('match_id', '=', id)
    .execute();
  const [first, unchanged] = await state();
  await update({ status: 'h1', home_score: 1, away_score: 0 });
  expect(await state()).toEqual([first, unchanged]);
  await update({ kickoff_at: after(48) });
  const [moved, changed] = await state();
  expect(Number(moved)).toBe(Number(first) + 1);
  expect(String(changed) > String(unchanged)).toBe(true);
  await update({ kickoff_at: null });
  await update({ kickoff_at: after(72), status: 'pst' });
  expect((await state())[0]).toBe(Number(first) + 3);
});

it('is not there for unknown matches and those without a date', async () => {
  const { db } = test.current.deps;
  const undated = await createMatch(db, { kickoffAt: null });
  for (const path of ['matches/2000000000', 'matches/first', `matches/${undated}`])
    expect((await get(`/api/${path}/calendar.ics`)).status, path).toBe(404);
  expect((await test.current.app.request(`/api/matches/${undated}/calendar.ics`, { method: 'POST' })).status).toBe(405);
});

it('is given 60 times in ten minutes', async () => {
  const { id } = await createFixture();
  await test.current.deps.db.deleteFrom('rate_limits').execute();
  for (let n = 0; n < 60; n++) await (await get(`/api/matches/${id}/calendar.ics`)).text();
  const refused = await get(`/api/matches/${id}/calendar.ics`);
  expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([429, 'rate_limited']);
});
