import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { endSession } from '#contract/account.ts';
import { beUser } from '#test/web/fixtures/accounts.ts';
import { startTestServer, type TestServer } from '#test/web/http-server.ts';
import { showLocale } from '#web/i18n/locale-store.ts';
import { call } from './call.ts';
import { storeToken } from './session.ts';
import { askStepUp, endStepUp, useStepUp } from './step-up.ts';

const ID = '01890a5d-ac96-774b-bcce-000000000001';
const END = `DELETE /api/account/sessions/${ID}`;
const REFRESH = 'POST /api/auth/refresh';
const needsProof = { status: 403, json: { code: 'step_up_required', detail: 'Please confirm that it is you.' } };
const done = { json: {} };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await showLocale('en');
});
beforeEach(() => {
  server.reset();
  beUser();
});
afterAll(() => server.stop());

const isAsked = () => useStepUp.getState().showStepUp;
/** Resolves when the question is shown. */
const whenAsked = () =>
  new Promise<void>((resolve) => {
    if (isAsked()) return resolve();
    const stop = useStepUp.subscribe(({ showStepUp }) => {
      if (!showStepUp) return;
      stop();
      resolve();
    });
  });

it('repeats a call after the proof, and closes the question', async () => {
  server.on(END, needsProof, done);
  const ended = call(endSession, { id: ID });
  await whenAsked();
  expect(server.calls()).toEqual([END]);
  endStepUp(true);
  expect(await ended).toEqual({});
  expect(server.calls()).toEqual([END, END]);
  expect(isAsked()).toBe(false);
});

it('lets the refusal stand if the question is cancelled', async () => {
  server.on(END, needsProof, done);
  const ended = call(endSession, { id: ID });
  await whenAsked();
  endStepUp(false);
  await expect(ended).rejects.toMatchObject({ status: 403, code: 'step_up_required', message: 'Please confirm that it is you.' });
  expect(server.calls()).toEqual([END]);
});

it('asks once, however many calls wait', async () => {
  server.on(END, needsProof, done);
  let questions = 0;
  const stop = useStepUp.subscribe(({ showStepUp }) => {
    if (showStepUp) questions++;
  });
  const ended = call(endSession, { id: ID });
  await whenAsked();
  const others = [askStepUp(), askStepUp()];
  endStepUp(true);
  expect(await Promise.all([ended, ...others])).toEqual([{}, true, true]);
  stop();
  expect(questions).toBe(1);
});

it('does not ask again if the proof was not enough', async () => {
  server.on(END, needsProof);
  const ended = call(endSession, { id: ID });
  await whenAsked();
  endStepUp(true);
  await expect(ended).rejects.toMatchObject({ code: 'step_up_required' });
  expect(server.calls()).toEqual([END, END]);
});

it('renews a session that expired during the question', async () => {
  server.on(END, needsProof, { status: 401, json: { code: 'token_expired', detail: 'Expired.' } }, done);
  server.on(REFRESH, { json: { access: 'new' } });
  const ended = call(endSession, { id: ID });
  await whenAsked();
  endStepUp(true);
  expect(await ended).toEqual({});
  expect(server.calls()).toEqual([END, END, REFRESH, END]);
});

it('ends when the user signs out, and asks again next time', async () => {
  server.on(END, needsProof);
  const ended = call(endSession, { id: ID });
  await whenAsked();
  storeToken('');
  await expect(ended).rejects.toMatchObject({ code: 'step_up_required' });
  expect(isAsked()).toBe(false);
  beUser();
  const again = call(endSession, { id: ID });
  await whenAsked();
  endStepUp(false);
  await expect(again).rejects.toMatchObject({ code: 'step_up_required' });
});
