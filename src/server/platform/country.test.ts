import { describe, expect, it } from 'vitest';
import { countryOf } from './country.ts';

describe('the country of an address', () => {
  it.each([
    ['8.8.8.8', 'US'],
    ['14.160.0.1', 'VN'],
    ['223.5.5.5', 'CN'],
    ['2001:4860:4860::8888', 'US'],
    ['::ffff:14.160.0.1', 'VN'],
    ['::ffff:ea0:1', 'VN'],
    ['0:0:0:0:0:FFFF:0EA0:0001', 'VN'],
  ])('%s is in %s', (ip, country) => {
    expect(countryOf(ip)).toBe(country);
  });

  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.1.1',
    '172.31.255.255',
    '192.168.1.1',
    '203.0.113.5',
    '239.1.1.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:192.168.1.1',
    'fd00::1',
    'fe80::1%eth0',
    '2001:db8::1',
    'ff02::1',
  ])('%s is nowhere', (ip) => {
    expect(countryOf(ip)).toBeNull();
  });

  it.each(['', 'localhost', '1.2.3', '1.2.3.4:80', '[::1]', '14.160.0.1, 8.8.8.8'])('"%s" is no address, and nowhere', (text) => {
    expect(countryOf(text)).toBeNull();
  });
});
