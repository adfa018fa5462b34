import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@hey-api/openapi-ts';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import ts from 'typescript';
import { expect, it, onTestFinished } from 'vitest';
import { TEST_EVENT, WEBHOOK_EVENTS } from '#domain/notifications/webhook-event.ts';
import { mountedOn } from '#server/platform/http/mount.ts';
import { isForOpenApi } from '#server/platform/http/mount-open.ts';
import { useTestApp } from '#test/support/app.ts';

const test = useTestApp();

const described = async (): Promise<string> => (await test.current.app.request('/api/v1/openapi.json')).text();

async function lint(source: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended-strict'] });
  const found = await lintFromString({ source, config, absoluteRef: 'openapi.json' });
  return found.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`);
}

it('passes an independent linter with its strict rules', async () => {
  expect(await lint(await described())).toEqual([]);
});

it('would not pass with a mistake in it', async () => {
  const found = await lint((await described()).replace('"operationId":"listMatches"', '"operationId":"getMatch"'));
  expect(found.join()).toContain('operationId');
});

it('names every endpoint of the open API, each by a name of its own', async () => {
  const { paths } = JSON.parse(await described()) as { paths: Record<string, Record<string, { operationId: string }>> };
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId));
  const mounted = mountedOn(test.current.app).filter(({ path }) => isForOpenApi(path) || path.endsWith('/calendar.ics'));
  expect(operations.toSorted()).toEqual(['getOwnCalendar', ...mounted.map(({ operation }) => operation)].toSorted());
  expect(new Set(operations).size).toBe(operations.length);
});

it('describes a webhook for each event that can be told', async () => {
  const { webhooks } = JSON.parse(await described()) as { webhooks: Record<string, { post: { operationId: string } }> };
  expect(Object.keys(webhooks)).toEqual([...WEBHOOK_EVENTS, TEST_EVENT]);
  expect(webhooks['match.part_ended']!.post.operationId).toBe('receiveMatchPartEnded');
});

it('would not pass with a mistake in a webhook', async () => {
  const found = await lint((await described()).replace('"operationId":"receiveMatchGoal"', '"operationId":"receiveMatchEnded"'));
  expect(found.join()).toContain('operationId');
});

/** A program against the generated client: it compiles only if names and types are as documented. */
const PROGRAM = `
import { getTable, getTeamCalendar, listMatches } from './sdk.gen';
import type { Webhooks } from './types.gen';

export function scorer({ body }: Webhooks): string | undefined {
  return body.type === 'match.goal' ? body.data.match[body.data.side].name : undefined;
}

export async function calendar(): Promise<string | undefined> {
  return (await getTeamCalendar({ path: { id: 7 }, query: { lang: 'vi' } })).data;
}

export async function leader(): Promise<string | undefined> {
  const { data: matches } = await listMatches({ query: { sport: 'football', limit: 5, date: '2026-11-20' } });
  const home: string | undefined = matches?.data[0]?.home.name;
  const goals: number | null | undefined = matches?.data[0]?.score.home;
  const { data: table } = await getTable({ path: { id: 1 }, query: { live: '1' } });
  return table?.tables[0]?.rows[0]?.team.name ?? \`\${home} \${goals} \${matches?.next_cursor}\`;
}
`;

it('generates a TypeScript client that compiles with its users’ code, strictly', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'api-client-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'openapi.json'), await described());
  await createClient({
    input: join(folder, 'openapi.json'),
    output: { path: join(folder, 'client') },
    plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
    logs: { level: 'silent' },
  });
  const program = join(folder, 'client', 'program.ts');
  const compile = async (text: string): Promise<string[]> => {
    await writeFile(program, text);
    const options: ts.CompilerOptions = {
      ...{ strict: true, noEmit: true, skipLibCheck: true, types: [], lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'] },
      ...{ target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler },
    };
    return ts
      .getPreEmitDiagnostics(ts.createProgram([program], options))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
  };
  expect(await readdir(join(folder, 'client'))).toContain('sdk.gen.ts');
  expect(await compile(PROGRAM)).toEqual([]);
  expect((await compile(PROGRAM.replace('home.name', 'home.title'))).join()).toContain('title');
  expect((await compile(PROGRAM.replace("=== 'match.goal'", "=== 'match.started'"))).join()).toContain('side');
});
