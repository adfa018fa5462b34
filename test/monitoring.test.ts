import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { parseYaml } from '@redocly/openapi-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '#server/app.ts';
import { proveWholeLedger } from '#server/modules/ledger/public.ts';
import { countOutcomes } from '#server/modules/notifications/webhooks/delivery-counts.ts';
import type { ReadDatabase } from '#server/platform/db/replicas/read-database.ts';
import type { LimitStore } from '#server/platform/http/limit-counts.ts';
import { createMetrics, watchLeases, watchLive, watchPools, watchRedis, watchReplicas } from '#server/platform/observability/metrics.ts';
import { createLiveHub } from '#server/platform/realtime/hub.ts';
import type { LiveEndpoint } from '#server/platform/realtime/socket.ts';
import { useTestApp } from '#test/support/app.ts';
import { dashboardJson, type Row } from '#tools/monitoring/dashboard.ts';
import { GAME_DASHBOARD } from '#tools/monitoring/game-dashboard.ts';
import { SITE_DASHBOARD } from '#tools/monitoring/site-dashboard.ts';

const TRON = { TRON_API_URL: 'https://tron.example', TREASURY_WALLET: 'TJoaVSdktrnndU4dmKm33SWMKoXt4LLFbU' };
const TOKEN = 'a-token-of-sixteen-letters';
const test = useTestApp({ FEED: 'api-football', API_FOOTBALL_KEY: 'k', METRICS_TOKEN: TOKEN, ...TRON });

const FOLDER = 'ops/prometheus';
const named = (folder: string, end: string) => readdirSync(folder).filter((name) => name.endsWith(end));
const RULE_FILES = named(FOLDER, '.rules.yml').map((name) => join(FOLDER, name));
const TEST_FILES = named(`${FOLDER}/tests`, '.test.yml').map((name) => join(FOLDER, 'tests', name));

interface Rule {
  alert?: string;
  record?: string;
  expr: string;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
}
const read = <T>(path: string): T => parseYaml(readFileSync(path, 'utf8')) as T;
const RULES = RULE_FILES.flatMap((path) => read<{ groups: { rules: Rule[] }[] }>(path).groups.flatMap(({ rules }) => rules));
const ALERTS = RULES.filter(({ alert }) => alert !== undefined);
const DASHBOARDS: Record<string, [title: string, rows: readonly Row[]]> = {
  site: ['Matchpoint: the site', SITE_DASHBOARD],
  game: ['Matchpoint: the game', GAME_DASHBOARD],
};
const QUERIES = Object.values(DASHBOARDS).flatMap(([, rows]) =>
  rows.flatMap(({ panels }) => panels.flatMap(({ queries }) => queries.map(([expr]) => expr))),
);

const manual = readFileSync('docs/operations.md', 'utf8');
const chapter = manual.split('\n## Monitoring\n')[1]!.split('\n## ')[0]!;
/** The rows of the table of alerts: what is wrong, its alerts, and the metrics behind them. */
const ROWS = chapter
  .split('\n### Alerts\n')[1]!
  .split('\n### ')[0]!
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(1)
  .map((line) => line.split(/(?<!\\)\|/).slice(1, -1));
const quoted = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name!);

describe('metrics that rules, dashboards and the manual name', () => {
  /** Every name that a process with everything it can have serves. */
  const served = new Set<string>();
  beforeAll(async () => {
    const { deps } = test.current;
    await proveWholeLedger(deps);
    const metrics = createMetrics();
    watchPools(metrics, { main: deps.pool });
    watchRedis(metrics, { isReady: true } as LimitStore);
    watchLeases(metrics, new Map());
    watchReplicas(metrics, { replicas: () => [], counts: () => ({}) } as unknown as ReadDatabase);
    const sizes = { streams: 0, topics: 0, keptBytes: 0, told: 0, dropped: 0 };
    watchLive(metrics, createLiveHub(deps), { count: () => 0 } as LiveEndpoint, () => sizes);
    countOutcomes({ metrics }, [{ problem: null }]);
    const app = createApp({ ...deps, metrics });
    const text = await (await app.request('/api/metrics', { headers: { Authorization: `Bearer ${TOKEN}` } })).text();
    for (const [, name, type] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm))
      for (const end of type === 'histogram' ? ['_bucket', '_count', '_sum'] : ['']) served.add(name! + end);
    // What Prometheus itself says of a process that it reads.
    served.add('up');
  });

  const metricsIn = (expr: string) =>
    quoted(expr.replace(/"[^"]*"/g, '""'), /(?<![\w:])((?:matchpoint|nodejs|process)_\w+|up(?=\{))(?![\w:])/g);

  it.each([
    ['rules', RULES.map(({ expr }) => expr)],
    ['dashboards', QUERIES],
  ])('of %s exist', (_, exprs) => {
    const names = new Set(exprs.flatMap(metricsIn));
    expect(names.size).toBeGreaterThan(20);
    expect([...names].filter((name) => !served.has(name))).toEqual([]);
  });

  it('of the manual exist', () => {
    // The table leaves out the prefix of our own.
    const names = ROWS.flatMap(([, , metrics]) => quoted(metrics!, /`([a-z]\w+)(?:\{[^`]*\})?[^`]*`/g));
    const isServed = (name: string) => [name, `matchpoint_${name}`].some((full) => served.has(full) || served.has(`${full}_bucket`));
    expect(names.length).toBeGreaterThan(30);
    expect(names.filter((name) => !isServed(name))).toEqual([]);
  });

  it('and were recorded by rules exist', () => {
    const recorded = new Set(RULES.map(({ record }) => record));
    const used = [...RULES.map(({ expr }) => expr), ...QUERIES].flatMap((expr) => quoted(expr, /((?:slo|matchpoint):[\w:]+)/g));
    expect([...new Set(used)].filter((name) => !recorded.has(name))).toEqual([]);
  });
});

describe('alerts', () => {
  it('have a severity, a summary, and a runbook that exists', () => {
    const anchors = quoted(manual, /^#+ (.+)$/gm).map((heading) =>
      heading
        .toLowerCase()
        .replace(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    );
    for (const { alert, labels, annotations } of ALERTS) {
      expect(['page', 'ticket'], alert).toContain(labels?.severity);
      expect(annotations?.summary?.length, alert).toBeGreaterThan(10);
      const [path, anchor] = annotations!.runbook!.split('#');
      expect([path, anchors.includes(anchor!)], alert).toEqual(['docs/operations.md', true]);
    }
  });

  it('are those of the manual: each row has one or several, and each is in one row', () => {
    const listed = ROWS.map(([, alerts]) => quoted(alerts!, /`(\w+)`/g));
    expect(listed.filter((row) => row.length === 0)).toEqual([]);
    expect(listed.flat().sort()).toEqual(ALERTS.map(({ alert }) => alert).sort());
  });

  it('each stay quiet in one test of rules, and fire in another', () => {
    type Case = { alertname: string; exp_alerts: object[] };
    const cases = TEST_FILES.flatMap((path) =>
      read<{ tests: { alert_rule_test: Case[] }[] }>(path).tests.flatMap((one) => one.alert_rule_test),
    );
    const tested = (fires: boolean) =>
      [...new Set(cases.filter(({ exp_alerts }) => exp_alerts.length > 0 === fires).map(({ alertname }) => alertname))].sort();
    const all = ALERTS.map(({ alert }) => alert!).sort();
    expect([tested(true), tested(false)]).toEqual([all, all]);
  });

  it('go to receivers that exist', () => {
    const { route, receivers, inhibit_rules } = read<{
      route: { receiver: string; routes: { receiver: string }[] };
      receivers: { name: string }[];
      inhibit_rules: { source_matchers: string[]; target_matchers: string[] }[];
    }>('ops/alertmanager/alertmanager.yml');
    const names = receivers.map(({ name }) => name);
    for (const { receiver } of [route, ...route.routes]) expect(names).toContain(receiver);
    const inhibited = inhibit_rules.flatMap(({ source_matchers, target_matchers }) => [...source_matchers, ...target_matchers]);
    const alerts = ALERTS.map(({ alert }) => alert!);
    for (const pattern of inhibited.flatMap((matcher) => quoted(matcher, /"(.+)"/g).flatMap((names) => names.split('|'))))
      expect(
        alerts.some((alert) => new RegExp(`^(?:${pattern})$`).test(alert)),
        pattern,
      ).toBe(true);
  });
});

// `npm run -s monitoring:dashboards` runs this test to write the files instead of comparing them.
it.each(Object.entries(DASHBOARDS))('the dashboard of the %s is the one that its source describes', async (name, [title, rows]) => {
  await expect(dashboardJson(`matchpoint-${name}`, title, rows)).toMatchFileSnapshot(`../ops/grafana/dashboards/${name}.json`);
});

/** Debian's package `prometheus` has promtool, and `prometheus-alertmanager` amtool. */
const toolIn = (name: string) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(existsSync) ?? null;
const promtool = toolIn('promtool');
const amtool = toolIn('amtool');
function runTool(path: string, args: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(path, args, { encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

describe.skipIf(!promtool)('promtool (skipped without it: install Debian\'s package "prometheus")', () => {
  it('accepts the rules and the configuration', () => {
    expect(runTool(promtool!, ['check', 'rules', ...RULE_FILES])).toMatchObject({ status: 0 });
    expect(runTool(promtool!, ['check', 'config', '--syntax-only', `${FOLDER}/prometheus.yml`])).toMatchObject({ status: 0 });
  });

  it('can read the queries of the dashboards', () => {
    const folder = mkdtempSync(join(tmpdir(), 'matchpoint-queries-'));
    const rules = QUERIES.map((expr, n) => ({ record: `query_${n}`, expr: expr.replaceAll('$__rate_interval', '5m') }));
    // JSON is YAML.
    writeFileSync(join(folder, 'queries.yml'), JSON.stringify({ groups: [{ name: 'queries', rules }] }));
    const { status, output } = runTool(promtool!, ['check', 'rules', join(folder, 'queries.yml')]);
    rmSync(folder, { recursive: true });
    expect(status, output).toBe(0);
  });

  it('plays the series of the tests of rules', () => {
    const { status, output } = runTool(promtool!, ['test', 'rules', ...TEST_FILES]);
    expect(status, output).toBe(0);
  });
});

it.skipIf(!amtool)('amtool accepts the configuration (skipped without it: install "prometheus-alertmanager")', () => {
  expect(runTool(amtool!, ['check-config', 'ops/alertmanager/alertmanager.yml'])).toMatchObject({ status: 0 });
});
