import { describe, expect, it } from 'vitest';
import { useTestApp } from '#test/support/app.ts';

const PATH = '/.well-known/security.txt';

describe('security.txt', () => {
  const test = useTestApp({ SECURITY_CONTACT: 'mailto:security@matchpoint.example', PUBLIC_URL: 'https://matchpoint.example' });

  it('states the security contact, its expiry and its languages', async () => {
    const response = await test.current.app.request(PATH);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain; charset=UTF-8']);
    expect(await response.text()).toBe(
      [
        'Contact: mailto:security@matchpoint.example',
        'Expires: 2027-05-19T12:00:00.000Z',
        'Preferred-Languages: en, zh-CN, vi',
        'Canonical: https://matchpoint.example/.well-known/security.txt',
        '',
      ].join('\n'),
    );
  });
});

describe('security.txt without a configured contact', () => {
  const test = useTestApp();

  it('is not found', async () => {
    expect((await test.current.app.request(PATH)).headers.get('content-type')).not.toContain('text/plain');
  });
});
