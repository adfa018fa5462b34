import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { createThreadPool } from '#server/platform/thread-pool.ts';
import { createPasswordThreads, type GivesWay, openPasswordThreads, type PasswordThreads } from './passwords.ts';

const folder = mkdtempSync(join(tmpdir(), 'matchpoint-threads-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Opens threads that run a program instead of hashing. */
function openThreads(name: string, program: string, timeoutMs = 60_000): PasswordThreads {
  const path = join(folder, `${name}.mjs`);
  writeFileSync(path, program);
  return createThreadPool({ module: pathToFileURL(path), count: 1, timeoutMs });
}

/** Simulates a busy machine: the thread receives the task but is never scheduled. */
const openWithoutTurn = () => openThreads('without-turn', 'export const run = () => new Promise(() => {});');
const openEnding = () => openThreads('ending', 'export const run = () => process.exit(1);');

/** What threads of each priority were given, and how it ended, in order. */
let events: `${GivesWay} ${'given' | 'answered' | 'failed'}`[] = [];
beforeEach(() => {
  events = [];
});

function openNoted(givesWay: GivesWay, count: number, open = openPasswordThreads): PasswordThreads {
  const run = open(givesWay, count);
  // A starved thread may answer after its test.
  const noted = events;
  return (task) => {
    noted.push(`${givesWay} given`);
    const answer = run(task);
    answer.then(
      () => noted.push(`${givesWay} answered`),
      () => noted.push(`${givesWay} failed`),
    );
    return answer;
  };
}

/** Returns the ids of this process's threads whose policy is SCHED_IDLE: 5 in the 41st field of their stat, see proc(5). */
const idleThreads = (): string[] =>
  readdirSync('/proc/self/task').filter((id) => {
    const stat = readFileSync(`/proc/self/task/${id}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[38] === '5';
  });

const hash = (password: string) => ({ kind: 'hash', password }) as const;
const verify = (passwordHash: string, password: string) => ({ kind: 'verify', passwordHash, password }) as const;

it('uses a higher-priority thread while the lowest-priority one is starved, and answers every request', async () => {
  const ask = createPasswordThreads({
    count: 1,
    heldUpAfterMs: 20,
    open: (givesWay, count) => openNoted(givesWay, count, givesWay === 'always' ? openWithoutTurn : openPasswordThreads),
  });
  const hashes = (await Promise.all(['A', 'B', 'C'].map((password) => ask(hash(password))))) as string[];
  expect(await Promise.all(hashes.map((known) => ask(verify(known, 'B'))))).toEqual([false, true, false]);
  // Only the first request was given to the starved thread.
  expect(events).toEqual(['always given', ...Array.from({ length: 6 }, () => ['mostly given', 'mostly answered']).flat()]);
});

it('answers each request once with its own result, though two threads work at the same password', async () => {
  const ask = createPasswordThreads({ count: 1, heldUpAfterMs: 0, open: openNoted });
  const hashes = (await Promise.all(['A', 'B'].map((password) => ask(hash(password))))) as string[];
  const tries = Array.from({ length: 40 }, (_, n) => ask(verify(hashes[n % 2]!, n % 4 < 2 ? 'A' : 'B')));
  expect(await Promise.all(tries)).toEqual(Array.from({ length: 40 }, (_, n) => [true, false, false, true][n % 4]));
  expect(events).toContain('mostly answered');
});

it('starts no higher-priority thread while none is held up', async () => {
  const ask = createPasswordThreads({ count: 2, heldUpAfterMs: 60_000, open: openNoted });
  await Promise.all(Array.from({ length: 6 }, () => ask(hash('A'))));
  expect(events.filter((event) => event.startsWith('always'))).toHaveLength(12);
  expect(events).toHaveLength(12);
});

it('rejects the request of a thread that ends, and starts another thread for the next request', async () => {
  const marker = join(folder, 'ended');
  const program = `import { existsSync, writeFileSync } from 'node:fs';
    export const run = () => existsSync(${JSON.stringify(marker)}) ? 'hash' : (writeFileSync(${JSON.stringify(marker)}, ''), process.exit(1));`;
  const ask = createPasswordThreads({ count: 1, heldUpAfterMs: 60_000, open: () => openThreads('ending-once', program) });
  const [first, second] = await Promise.allSettled([ask(hash('A')), ask(hash('A'))]);
  expect([first.status, second.status]).toEqual(['rejected', 'fulfilled']);
});

it('rejects requests while threads cannot start, and answers after they can', async () => {
  const marker = join(folder, 'repaired');
  const program = `import { existsSync } from 'node:fs';
    if (!existsSync(${JSON.stringify(marker)})) throw new Error('cannot start');
    export const run = () => 'hash';`;
  const ask = createPasswordThreads({ count: 1, heldUpAfterMs: 60_000, open: () => openThreads('broken', program) });
  const outcomes = await Promise.allSettled([ask(hash('A')), ask(hash('A'))]);
  expect(outcomes.map((outcome) => outcome.status === 'rejected' && String(outcome.reason))).toEqual(Array(2).fill('Error: cannot start'));
  writeFileSync(marker, '');
  expect(await ask(hash('A'))).toBe('hash');
});

it('rejects a request that takes too long, and replaces its thread', async () => {
  const marker = join(folder, 'stuck');
  const program = `import { existsSync, writeFileSync } from 'node:fs';
    export const run = () => { if (existsSync(${JSON.stringify(marker)})) return 'hash'; writeFileSync(${JSON.stringify(marker)}, ''); for (;;); };`;
  const ask = createPasswordThreads({ count: 1, heldUpAfterMs: 60_000, open: () => openThreads('stuck', program, 5_000) });
  await expect(ask(hash('A'))).rejects.toMatchObject({ code: 'unavailable' });
  expect(await ask(hash('A'))).toBe('hash');
});

it('does not reject a request when its thread ends while another works at the same request', async () => {
  const ask = createPasswordThreads({
    count: 1,
    heldUpAfterMs: 0,
    open: (givesWay, count) => openNoted(givesWay, count, givesWay === 'always' ? openEnding : openPasswordThreads),
  });
  expect(await ask(hash('A'))).toMatch(/^\$argon2id\$/);
  expect(events).toEqual(['always given', 'mostly given', 'always failed', 'mostly answered']);
});

it.runIf(process.platform === 'linux')('runs as many threads with the SCHED_IDLE policy as passwords at once, on Linux', async () => {
  const before = new Set(idleThreads());
  const ask = createPasswordThreads({ count: 2, heldUpAfterMs: 60_000, open: openPasswordThreads });
  await Promise.all(Array.from({ length: 6 }, () => ask(hash('A'))));
  expect(idleThreads().filter((id) => !before.has(id))).toHaveLength(2);
});
