import { expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { siteAddress } from './request-context.ts';

const demo = { config: readConfig({ PORT: '3000' }) };
const real = { config: readConfig({ PORT: '3000', PUBLIC_URL: 'https://matchpoint.example/' }) };
const local = { config: readConfig({ PORT: '3000', FEED: 'none', DATABASE_URL: 'postgres://x/y' }) };

it.each([
  ['what the operator says, whoever asks', real, 'https://evil.example', 'evil.example', 'https://matchpoint.example'],
  ['where the visitor of a demo came by', demo, 'http://192.168.1.5:3000', '192.168.1.5:3000', 'http://192.168.1.5:3000'],
  ['a name of this machine', demo, null, '127.0.0.1:3000', 'http://127.0.0.1:3000'],
  ['another name of this machine', local, null, '[::1]:8080', 'http://[::1]:8080'],
  ['this machine, where the host is made up', demo, null, 'evil.example', 'http://localhost:3000'],
  ['this machine, where the host looks like it', local, null, 'localhost.evil.example', 'http://localhost:3000'],
  ['this machine, where the host is none', local, null, 'localhost:3000/evil', 'http://localhost:3000'],
  ['this machine, where no host is named', demo, null, null, 'http://localhost:3000'],
])('is %s', (_, deps, origin, host, address) => expect(siteAddress(deps, { origin, host })).toBe(address));
