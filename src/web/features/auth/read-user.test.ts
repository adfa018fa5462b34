import { describe, expect, it } from 'vitest';
import { tokenOf } from '#test/web/tokens.ts';
import { readUser } from './start-up.ts';

describe('the user of a token', () => {
  it.each(['uid', 'user_id', 'sub', 'id'])('may have the id in %s', (name) => {
    expect(readUser(tokenOf({ [name]: 'u-1', email: 'minh@example.com' })).id).toBe('u-1');
  });

  it('may have a number as id', () => {
    expect(readUser(tokenOf({ user_id: 42 })).id).toBe('42');
  });

  it.each(['email', 'mail', 'username'])('may have the email in %s', (name) => {
    expect(readUser(tokenOf({ sub: 'u-1', [name]: 'minh@example.com' }))).toMatchObject({
      email: 'minh@example.com',
      display_name: 'minh',
    });
  });

  it('has the first claim, in order, that is not empty', () => {
    expect(readUser(tokenOf({ id: 'last', uid: '', sub: 'third' })).id).toBe('third');
  });

  it.each([
    ['the name given', { display_name: 'Minh', email: 'm@example.com', name: 'Nguyen' }, 'Minh'],
    ['the part before @', { email: 'm@example.com', name: 'Nguyen' }, 'm'],
    ['the name, where there is no address', { name: 'Nguyễn Văn Minh 李' }, 'Nguyễn Văn Minh 李'],
    ['nothing', {}, ''],
  ])('shows %s', (_, claims, shown) => {
    expect(readUser(tokenOf({ sub: 'u-1', ...claims })).display_name).toBe(shown);
  });

  it.each([
    ['no token', ''],
    ['no JWT', 'abc'],
    ['no JSON', `a.${btoa('nonsense')}.c`],
    ['no object', `a.${btoa('7')}.c`],
    ['no base64', 'a.???.c'],
    ['nobody', tokenOf({ email: 'm@example.com' })],
  ])('cannot be read from %s, with a message in Chinese', (_, token) => {
    expect(() => readUser(token)).toThrow('无法解析用户信息');
  });
});
