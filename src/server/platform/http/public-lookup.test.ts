import { lookup } from 'node:dns';
import { request } from 'node:https';
import { describe, expect, it } from 'vitest';
import { isPublicAddress, lookupPublic } from './public-lookup.ts';

describe('the check for public addresses', () => {
  it.each(['8.8.8.8', '172.15.255.255', '172.32.0.1', '2a00:1450:4001::1', '2606:4700::1111'])('accepts %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '169.254.169.254', '172.16.0.1', '172.31.255.255', '192.168.1.1', '198.18.0.1'],
    ...['224.0.0.1', '255.255.255.255', '::', '::1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', 'fe80::1', 'fc00::1', 'fd00::1', 'ff02::1'],
    ...['64:ff9b::a00:1', '2001::1', '2001:db8::1', '2002:7f00:1::1', '', 'localhost'],
  ])('rejects %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it('runs when the connection is made', async () => {
    const address = await new Promise<string>((resolve) => lookup('localhost', (_, found) => resolve(found)));
    expect(isPublicAddress(address)).toBe(false);
    const failed = await new Promise<{ code?: string }>((resolve) => {
      request('https://localhost/', { lookup: lookupPublic }).on('error', resolve).end();
    });
    expect(failed.code).toBe('EPRIVATE');
  });
});
