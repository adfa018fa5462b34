import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { beUser, makeOverview } from '#test/web/fixtures/accounts.ts';
import { makeLeague, makeTeam } from '#test/web/fixtures/matches.ts';
import {
  GROUP_ID,
  makeAnswers,
  makeQuestion,
  makeQuestions,
  makeRound,
  makeTipped,
  makeTippingGroup,
  ROUND,
} from '#test/web/fixtures/tipping.ts';
import { servePages } from '#test/web/page-server.ts';
import { renderSite } from '#test/web/render-site.tsx';
import { t } from '#test/web/words.ts';
import { queryClient } from '#web/data/query-client.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';

const of = `/api/tipping/groups/${GROUP_ID}`;
const QUESTIONS = `${of}/questions`;
const ID = makeQuestion().id;
const [ANSWER, RESULT] = [`PUT ${QUESTIONS}/${ID}/answer`, `PUT ${QUESTIONS}/${ID}/result`];
const q = (key: string, values?: Record<string, string | number>) =>
  t(`tipping.questions.${key}` as 'tipping.questions.ask', values as never);

const server = await servePages();
beforeEach(async () => {
  queryClient.clear();
  localStorage.setItem('promo_shown_at', String(Date.now()));
  beUser();
  server.on('GET /api/account/overview', { json: makeOverview() });
  server.on(`GET ${of}`, { json: makeTippingGroup() });
  server.on(`GET ${of}/round`, { json: makeRound([makeTipped()]) });
  server.on(ANSWER, { json: { judged_at: new Date().toISOString() } });
  server.on(RESULT, { json: {} });
  await chooseLocale('en');
});

async function open(questions: ReturnType<typeof makeQuestion>[], group: Parameters<typeof makeTippingGroup>[0] = {}) {
  server.on(`GET ${of}`, { json: makeTippingGroup(group) });
  server.on(`GET ${QUESTIONS}`, { json: makeQuestions(questions) });
  renderSite(`/group/${GROUP_ID}?tab=questions`);
  await screen.findByRole('heading', { name: 'Sunday Office' });
  if (questions.length > 0) await screen.findAllByRole('heading', { name: /\?$/ });
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const past = new Date(Date.now() - 3_600_000).toISOString();

it('says that there are none, and that they could not be loaded', async () => {
  await open([]);
  expect(await screen.findByText(q('none_hint'))).toBeTruthy();
  expect(screen.queryByRole('button', { name: q('ask') })).toBeNull();
  // The first page would fail to fetch too, and say so.
  cleanup();
  queryClient.clear();
  server.on(`GET ${QUESTIONS}`, { status: 404, json: { code: 'not_found', status: 404 } });
  renderSite(`/group/${GROUP_ID}?tab=questions`);
  expect(await screen.findByText(q('failed'))).toBeTruthy();
});

it('takes an answer by a press, and takes it back', async () => {
  await open([makeQuestion()]);
  const save = () => screen.getByRole<HTMLButtonElement>('button', { name: q('save') });
  expect(save().disabled).toBe(true);
  press('Ada');
  press('Bea');
  expect(screen.getByRole('button', { name: 'Ada' }).getAttribute('aria-pressed')).toBe('false');
  server.on(`GET ${QUESTIONS}`, { json: makeQuestions([makeQuestion({ mine: { values: [1], answered_at: past } })]) });
  fireEvent.click(save());
  expect(await screen.findByRole('button', { name: q('take_back') })).toBeTruthy();
  press(q('take_back'));
  await waitFor(() => expect(server.bodiesOf(ANSWER)).toEqual([{ values: [1] }, { values: null }]));
});

it('wants as many teams as are asked for, and a number by steps', async () => {
  const teams = ['Avalon', 'Northgate', 'Osterley'].map((name, index) => ({ ...makeTeam(name), id: index + 1 }));
  const number = makeQuestion({ id: ID.replace(/8$/, '9'), kind: 'number', text: 'How many cards?', choices: [], nearest: true });
  await open([makeQuestion({ kind: 'teams', text: null, choices: [], picks: 2, league: makeLeague(), teams }), number]);
  const [save, saveNumber] = screen.getAllByRole<HTMLButtonElement>('button', { name: q('save') }) as [
    HTMLButtonElement,
    HTMLButtonElement,
  ];
  for (const name of ['Avalon', 'Northgate', 'Osterley']) press(name);
  expect(screen.getByText(q('pick_of', { picked: 2, of: 2 }))).toBeTruthy();
  fireEvent.click(save);
  await waitFor(() => expect(server.bodiesOf(ANSWER)).toEqual([{ values: [2, 3] }]));
  press(q('more'));
  press(q('more'));
  expect(screen.getByLabelText<HTMLInputElement>(q('number')).value).toBe('1');
  expect(saveNumber.disabled).toBe(false);
});

it('keeps what was chosen if it could not be saved, as without a network, and says why', async () => {
  await open([makeQuestion()]);
  server.on(ANSWER, { status: 409, json: { code: 'question_closed', status: 409, detail: 'The deadline for this question has passed.' } });
  press('Cy');
  press(q('save'));
  expect(await screen.findByText('The deadline for this question has passed.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Cy' }).getAttribute('aria-pressed')).toBe('true');
});

it('shows result, points and everybody’s answers, and checks their points here', async () => {
  const scored = { right: 1, points: 4 };
  const decided = makeQuestion({
    ...{ state: 'decided', deadline: past, mine: { values: [2], answered_at: past }, scored },
    result: { values: [2], origin: 'entered' },
    events: [{ at: past, by: 'ana', terms: null, deadline: null, result: [2] }],
  });
  const terms = { kind: 'choice' as const, picks: 1, nearest: false, points: 4, result: [2], off: null };
  const rows = [
    { handle: 'ana', is_me: true, values: [2], answered_at: past, scored },
    { handle: 'bob', is_me: false, values: [0], answered_at: past, scored: { right: 1, points: 9 } },
  ];
  server.on(`GET ${QUESTIONS}/${ID}/answers`, { json: makeAnswers(rows, { terms }) });
  await open([decided]);
  expect(screen.getByText('+4')).toBeTruthy();
  expect(screen.queryByRole('button', { name: q('save') })).toBeNull();
  expect(screen.queryByText(q('correct'))).toBeNull();
  press(q('all_answers'));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText('bob')).toBeTruthy();
  expect(dialog.getByRole('status').textContent).toBe(q('check_wrong', { names: 'bob' }));
});

it('lets helpers enter the result, also that it counts for nobody', async () => {
  await open([makeQuestion({ state: 'closed', deadline: past })], { role: 'helper' });
  expect(screen.getByText(q('no_answer'))).toBeTruthy();
  press('Ada');
  press('Cy');
  press(q('enter_save'));
  await waitFor(() => expect(server.bodiesOf(RESULT)).toEqual([{ values: [0, 2] }]));
  // The buttons wait for the answer.
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: q('enter_nobody') }).disabled).toBe(false));
  press(q('enter_nobody'));
  await waitFor(() => expect(server.bodiesOf(RESULT)[1]).toEqual({ values: [] }));
});

it('is asked by the owner, with what is wrong at its field', async () => {
  const asked = `POST ${QUESTIONS}`;
  server.on(asked, { status: 201, json: { id: ID } });
  await open([], { role: 'owner' });
  press(q('ask'));
  const choose = (value: string) => fireEvent.change(screen.getByLabelText(q('what')), { target: { value } });
  choose('choice');
  press(q('send'));
  for (const problem of [q('text_missing'), q('choices_wrong', { min: 2, max: 10 }), q('deadline_wrong')])
    expect(await screen.findByText(problem)).toBeTruthy();
  choose('goals_round');
  fireEvent.click(screen.getByRole('switch'));
  press(q('send'));
  await waitFor(() => expect(server.bodiesOf(asked)).toHaveLength(1));
  expect(server.bodiesOf(asked)[0]).toMatchObject({
    asked: { kind: 'number', text: null, round: ROUND, nearest: true, points: 5, league_id: null },
  });
});
