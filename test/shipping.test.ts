import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { parseYaml } from '@redocly/openapi-core';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig, SETTING_NAMES } from '#server/config.ts';
import { readRole } from '#server/roles.ts';
import { SECRET_SETTINGS } from '#server/secret-settings.ts';

interface Service {
  image: string;
  command?: string | string[];
  environment?: Record<string, string> | string[];
  volumes?: string[];
  secrets?: string[];
  read_only?: boolean;
  networks?: string[];
  profiles?: string[];
  ports?: string[];
  depends_on?: Record<string, object> | string[];
}
interface Compose {
  services: Record<string, Service>;
  volumes?: Record<string, unknown>;
  secrets?: Record<string, unknown>;
  networks?: Record<string, unknown>;
}
const COMPOSE_FILES = ['compose.yaml', 'ops/coolify/compose.yaml', 'ops/dokploy/docker-compose.yml'];
const textOf = (path: string) => readFileSync(path, 'utf8');
const composeOf = (path: string) => parseYaml(textOf(path)) as Compose;

const environmentOf = ({ environment = {} }: Service): Record<string, string> =>
  Array.isArray(environment)
    ? Object.fromEntries(environment.map((line) => [line.split('=')[0]!, line.slice(line.indexOf('=') + 1)]))
    : environment;
const isApp = ({ command }: Service) => Array.isArray(command) && command[0] === 'dist/server/main.js';
const appsOf = (compose: Compose) => Object.values(compose.services).filter(isApp);
const keysOf = (part: Record<string, unknown> | string[] | undefined) => (Array.isArray(part) ? part : Object.keys(part ?? {}));
const isSetting = (name: string) =>
  SETTING_NAMES.includes(name) || (name.endsWith('_FILE') && SECRET_SETTINGS.includes(name.slice(0, -'_FILE'.length)));

describe.each(COMPOSE_FILES)('%s', (path) => {
  const compose = composeOf(path);

  it('names only volumes, secrets, networks, services and files that exist', () => {
    const declared = (part: 'volumes' | 'secrets' | 'networks') => [...keysOf(compose[part]), ...(part === 'networks' ? ['default'] : [])];
    for (const [name, service] of Object.entries(compose.services)) {
      const sources = (service.volumes ?? []).map((mount) => mount.split(':')[0]!);
      const [files, volumes] = [sources.filter((source) => source.startsWith('.')), sources.filter((source) => !source.startsWith('.'))];
      expect(declared('volumes'), name).toEqual(expect.arrayContaining(volumes));
      expect(declared('secrets'), name).toEqual(expect.arrayContaining(service.secrets ?? []));
      expect(declared('networks'), name).toEqual(expect.arrayContaining(service.networks ?? []));
      expect(Object.keys(compose.services), name).toEqual(expect.arrayContaining(keysOf(service.depends_on)));
      expect(
        files.filter((file) => !existsSync(file)),
        name,
      ).toEqual([]);
    }
  });

  it('runs each role with the same settings, all of which exist', () => {
    const apps = appsOf(compose);
    expect(new Set(apps.map(({ command }) => readRole((command as string[]).slice(1))))).toEqual(new Set(['web', 'worker', 'feed']));
    const environments = apps.map((app) => Object.entries(environmentOf(app)).filter(([name]) => !name.startsWith('SERVICE_')));
    for (const environment of environments) {
      expect(environment).toEqual(environments[0]);
      expect(environment.map(([name]) => name).filter((name) => !isSetting(name))).toEqual([]);
    }
  });

  it('is accepted by the app once its variables have values', () => {
    const values: Record<string, string> = { SITE: 'site.example', SERVICE_URL_WEB: 'https://site.example' };
    const filled = Object.entries(environmentOf(appsOf(compose)[0]!)).map(([name, value]): [string, string] => [
      name,
      // A generated secret has at least 48 letters and digits; an optional setting is left out.
      value.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, variable: string, kind: string | undefined, usual: string) =>
        kind === '-' ? usual : (values[variable] ?? 'a1'.repeat(24)),
      ),
    ]);
    const given = Object.fromEntries(filled.filter(([name]) => !name.startsWith('SERVICE_')));
    expect(
      readConfig(
        { ...given, FEED: 'none', API_FOOTBALL_KEY: '', SMTP_URL: '', MAIL_FROM: '', TELEGRAM_BOT_TOKEN: '', TRUST_PROXY: '10.0.0.0/8' },
        'web',
      ),
    ).toMatchObject({
      ...{ demo: false, publicUrl: 'https://site.example', metricsPort: 9464, metricsToken: 'a1'.repeat(24) },
      serverKeys: [expect.stringMatching(/^[0-9a-f]{64}$/)],
    });
  });

  it('gives secrets made from variables to no container with a read-only file system, because it could not start', () => {
    const made = Object.entries(compose.secrets ?? {}).flatMap(([name, secret]) => ('environment' in (secret as object) ? [name] : []));
    const readOnly = Object.values(compose.services).filter(({ read_only }) => read_only === true);
    expect(readOnly.flatMap(({ secrets = [] }) => secrets).filter((name) => made.includes(name))).toEqual([]);
  });

  it('publishes nothing but the proxy to other machines', () => {
    const open = Object.entries(compose.services).filter(([, { ports = [] }]) => ports.some((port) => !port.startsWith('127.0.0.1:')));
    expect(open.map(([name]) => name)).toEqual(path === 'compose.yaml' ? ['caddy'] : []);
  });
});

describe('the profile "monitoring"', () => {
  const { services } = composeOf('compose.yaml');

  it('starts Prometheus, Alertmanager and Grafana, and nothing else does', () => {
    const monitoring = Object.entries(services).filter(([, { profiles }]) => profiles?.includes('monitoring'));
    expect(monitoring.map(([name]) => name)).toEqual(['prometheus', 'alertmanager', 'grafana']);
    // Not in the network whose addresses TRUST_PROXY believes.
    for (const [name, { networks }] of monitoring) expect(networks, name).toEqual(['monitoring']);
  });

  it('reads every process of the app, and mounts what the configuration names', () => {
    const config = parseYaml(textOf('ops/prometheus/prometheus.yml')) as {
      rule_files: string[];
      alerting: { alertmanagers: { static_configs: { targets: string[] }[] }[] };
      scrape_configs: { authorization: { credentials_file: string }; static_configs: { targets: string[] }[] }[];
    };
    const [scrape] = config.scrape_configs;
    const apps = Object.entries(services).filter(([, service]) => isApp(service));
    expect(scrape!.static_configs[0]!.targets).toEqual(apps.map(([name, app]) => `${name}:${environmentOf(app).METRICS_PORT}`));
    expect(scrape!.authorization.credentials_file).toBe(`/run/secrets/${services.prometheus!.secrets![0]}`);
    expect(config.alerting.alertmanagers[0]!.static_configs[0]!.targets).toEqual(['alertmanager:9093']);
    expect(services.prometheus!.volumes![0]).toBe('./ops/prometheus:/etc/prometheus:ro');
    expect(config.rule_files).toEqual(['/etc/prometheus/*.rules.yml']);
  });

  it('gives Grafana a source and dashboards where they are mounted', () => {
    const folder = 'ops/grafana/provisioning';
    const { datasources } = parseYaml(textOf(`${folder}/datasources/prometheus.yml`)) as { datasources: { uid: string; url: string }[] };
    const { providers } = parseYaml(textOf(`${folder}/dashboards/matchpoint.yml`)) as { providers: { options: { path: string } }[] };
    expect(datasources).toMatchObject([{ uid: 'prometheus', url: 'http://prometheus:9090' }]);
    expect(services.grafana!.volumes).toContain(`./ops/grafana/dashboards:${providers[0]!.options.path}:ro`);
    const used = readdirSync('ops/grafana/dashboards').flatMap((name) =>
      [...textOf(`ops/grafana/dashboards/${name}`).matchAll(/"uid": "([^"]+)"/g)].map(([, uid]) => uid!),
    );
    expect(new Set(used.filter((uid) => !uid.startsWith('matchpoint-')))).toEqual(new Set(['prometheus']));
  });
});

it('the template of Dokploy gives each variable of its compose file a value, and a domain to the web process', () => {
  const template = textOf('ops/dokploy/template.toml');
  const section = (name: string) => template.split(`[${name}]`)[1]!.split('\n[')[0]!;
  const given = [...section('config.env').matchAll(/^(\w+) = "/gm)].map(([, name]) => name!);
  const used = [...textOf('ops/dokploy/docker-compose.yml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name!);
  expect(new Set(used)).toEqual(new Set(given));
  expect(section('[config.domains]')).toMatch(/serviceName = "web"\nport = 3000\nhost = "\$\{site\}"/);
  // 32 bytes at least for SERVER_KEY.
  expect(Number(/^server_key = "\$\{password:(\d+)\}"$/m.exec(template)?.[1])).toBeGreaterThanOrEqual(32);
});

describe('the image', () => {
  const dockerfile = textOf('Dockerfile');

  it('has Node 24 in both stages, no root, a health check and a list of its packages', () => {
    const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base!);
    expect(bases.map((base) => /^node:24-/.test(base))).toEqual([true, true]);
    const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
    expect(last).toMatch(/^USER 1000:1000$/m);
    expect(last).toMatch(/^HEALTHCHECK .*\\\n {2}CMD \["node", .*\/api\/alive/m);
    expect(dockerfile).toMatch(/node scripts\/sbom\.mjs/);
    expect(last).toMatch(/matchpoint\.sbom="\/app\/dist\/matchpoint\.cdx\.json"/);
  });

  it('is built of files that are not left out of its context', () => {
    const kept = textOf('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1));
    for (const pattern of kept.filter((line) => !line.includes('*'))) expect(existsSync(pattern), pattern).toBe(true);
    for (const file of ['LICENSE', 'package.json', 'package-lock.json', 'migrations', 'scripts', 'src']) expect(kept).toContain(file);
  });
});

describe('units of systemd', () => {
  const FOLDER = 'ops/systemd';
  const units = readdirSync(FOLDER);
  const linesOf = (unit: string, key: string) =>
    [...textOf(join(FOLDER, unit)).matchAll(new RegExp(`^${key}=(.+)$`, 'gm'))].map(([, value]) => value!);
  const folder = mkdtempSync(join(tmpdir(), 'matchpoint-units-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('run each role, with settings that exist and secrets in credentials', () => {
    const roles = units.map((unit) => readRole(linesOf(unit, 'ExecStart')[0]!.split('main.js ')[1]!.split(' ')));
    expect(roles.sort()).toEqual(['feed', 'web', 'worker']);
    for (const unit of units) {
      const environment = Object.fromEntries(linesOf(unit, 'Environment').map((line) => line.split('=') as [string, string]));
      expect(
        Object.keys(environment).filter((name) => name !== 'NODE_ENV' && !isSetting(name)),
        unit,
      ).toEqual([]);
      const credentials = linesOf(unit, 'LoadCredential').map((line) => `%d/${line.split(':')[0]}`);
      const files = Object.entries(environment).filter(([name]) => name.endsWith('_FILE'));
      expect(
        files.map(([, path]) => path),
        unit,
      ).toEqual(credentials);
      expect(
        files.map(([name]) => name),
        unit,
      ).toEqual(['SERVER_KEY_FILE', 'DATABASE_URL_FILE', 'METRICS_TOKEN_FILE']);
    }
  });

  const analyze = (process.env.PATH ?? '')
    .split(delimiter)
    .map((path) => join(path, 'systemd-analyze'))
    .find(existsSync);
  it.skipIf(!analyze)(
    'are accepted by systemd, and expose little (skipped without systemd-analyze: install Debian\'s package "systemd")',
    () => {
      for (const unit of units) {
        const path = join(folder, unit);
        // systemd looks whether the program exists; here Node is elsewhere.
        writeFileSync(path, textOf(join(FOLDER, unit)).replace('/usr/bin/node', process.execPath));
        const verified = spawnSync(analyze!, ['verify', '--man=no', path], { encoding: 'utf8' });
        expect([verified.status, verified.stderr], unit).toEqual([0, '']);
        // In tenths, from 0 (nothing) to 100 (everything that root may do).
        const security = spawnSync(analyze!, ['security', '--offline=true', '--threshold=25', '--no-pager', path], { encoding: 'utf8' });
        expect(security.status, security.stdout + security.stderr).toBe(0);
      }
    },
  );
});
