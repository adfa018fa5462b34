import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConfig } from '@redocly/openapi-core';
import { run } from '@redocly/respect-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createGeneralLimit } from '#server/platform/http/general-limit.ts';
import { type Listening, listen } from '#server/platform/http/listen.ts';
import { createListener } from '#server/platform/http/listener.ts';
import { useTestApp } from '#test/support/app.ts';
import { createUser } from '#test/support/factories.ts';
import { playToldMatch } from '#test/support/play-told-match.ts';
import { type Description, type V1Case, v1Cases } from '#test/support/v1-cases.ts';

/** `CONFORMANCE_CASES=10000` for all of them; `CONFORMANCE_SEED` for others. */
const CASES = Number(process.env.CONFORMANCE_CASES ?? 300);
const SEED = process.env.CONFORMANCE_SEED ?? 'open api 1';
/** Requests of one workflow: the tester keeps the answers of a workflow until it ends. */
const AT_ONCE = 250;

const test = useTestApp();
let server: Listening;
let folder: string;
let known: Record<string, (string | number)[]>;
beforeAll(async () => {
  const { deps, app } = test.current;
  server = await listen(createListener(deps, app, createGeneralLimit(1_000_000)), { host: '127.0.0.1', port: 0 });
  folder = await mkdtemp(join(tmpdir(), 'conformance-'));
  const user = await createUser(test.current, 1_000);
  const { id, leagueId, teamId, ratedId, contestId } = await playToldMatch(deps.db, user);
  known = {
    '/api/v1/matches/{id} id': [id],
    league_id: [leagueId],
    team_id: [teamId],
    ids: [id, `${id},${id + 1}`],
  };
  for (const part of ['events', 'lineups', 'statistics', 'odds', 'forecast', 'contests']) known[`/api/v1/matches/{id}/${part} id`] = [id];
  for (const [path, realId] of [
    ['matches', id],
    ['teams', teamId],
    ['leagues', leagueId],
  ] as const)
    known[`/api/${path}/{id}/calendar.ics id`] = [realId];
  for (const part of ['', '/table', '/scorers']) known[`/api/v1/leagues/{id}${part} id`] = [leagueId];
  known['/api/v1/exports/{date}/{file} date'] = [new Date(deps.now()).toISOString().slice(0, 10)];
  for (const part of ['', '/players']) known[`/api/v1/teams/{id}${part} id`] = [teamId];
  known['/api/v1/players/{id} id'] = [ratedId];
  known['/api/v1/contests/{id}/receipt id'] = [contestId];
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** Sends the cases and returns how they were answered, and what the tester found wrong. */
async function judge(description: Description, cases: readonly V1Case[]) {
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(description));
  const steps = cases.map((one, i) => ({ stepId: `case-${i}`, ...one }));
  const workflows = Array.from({ length: Math.ceil(steps.length / AT_ONCE) }, (_, i) => ({
    workflowId: `cases-${i}`,
    steps: steps.slice(i * AT_ONCE, (i + 1) * AT_ONCE),
  }));
  const sourceDescriptions = [{ name: 'api', type: 'openapi', url: 'openapi.json' }];
  const file = join(folder, 'cases.arazzo.json');
  await writeFile(file, JSON.stringify({ arazzo: '1.0.1', info: { title: 'Cases', version: '1' }, sourceDescriptions, workflows }));
  const statuses: number[] = [];
  const [result] = await run({
    files: [file],
    config: await createConfig({}),
    server: `api=${server.url.replace(/\/$/, '')}`,
    maxSteps: cases.length + 1,
    maxFetchTimeout: 20_000,
    requestFileLoader: { getFileBody: () => Promise.reject(new Error('no case sends a file')) },
    logger: SILENT,
    fetch: async (...args) => {
      const answer = await fetch(...args);
      statuses.push(answer.status);
      return (await isEmptyFile(answer)) ? new Response('\n', answer) : answer;
    },
    skipLint: true,
  });
  const executed = (result?.executedWorkflows ?? []).flatMap(({ executedSteps }) => executedSteps);
  const checks = executed.flatMap((step) => ('checks' in step ? step.checks.map((check) => ({ ...check, stepId: step.stepId })) : []));
  return { statuses, wrong: checks.filter(({ passed }) => !passed).map(({ stepId, name, message }) => `${stepId} ${name}: ${message}`) };
}

/** The tester takes a text without a character for an object: the file of a day without matches is such a text. */
const isEmptyFile = async (answer: Response): Promise<boolean> =>
  answer.headers.get('content-type')?.startsWith('application/x-ndjson') === true && (await answer.clone().text()) === '';

const nothing = () => {};
const SILENT = {
  ...{ info: nothing, warn: nothing, error: nothing, output: nothing, printNewLine: nothing, printSeparator: nothing },
  indent: (text: string) => text,
};

const describedApi = async () => (await (await fetch(new URL('/api/v1/openapi.json', server.url))).json()) as Description;

it(`answers ${CASES} requests as it is described, judged by an independent contract tester (seed "${SEED}")`, async () => {
  const description = await describedApi();
  const { statuses, wrong } = await judge(description, v1Cases(description, CASES, SEED, known));
  expect(wrong.slice(0, 10)).toEqual([]);
  expect(statuses).toHaveLength(CASES);
  // Requests that are all refused would prove little.
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(CASES / 4);
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
});

it('would be found out if an answer differed from the description', async () => {
  const description = await describedApi();
  description.components.schemas.Match!.properties.season = { type: 'integer' };
  const [id] = known['/api/v1/matches/{id} id']!;
  const asked: V1Case = { operationId: 'listMatches', parameters: [{ name: 'ids', in: 'query', value: id! }] };
  const { wrong } = await judge(description, [asked]);
  expect(wrong.join()).toContain('season');
});
