import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { handleFault, normaliseHandle } from './handle.ts';

describe('handle rules', () => {
  it.each(['ada', 'a_1', '1st_try', 'players_only', 'linh_nguyen', 'modern_family', 'badminton', 'x'.repeat(20)])('accept %s', (handle) => {
    expect(handleFault(handle)).toBeNull();
  });

  it.each([
    ['ab', 'length'],
    ['', 'length'],
    ['x'.repeat(21), 'length'],
    ['Ada', 'characters'],
    ['ada lovelace', 'characters'],
    ['ada-l', 'characters'],
    ['ada.l', 'characters'],
    ['ngọc', 'characters'],
    ['аda', 'characters'],
    ['小明同学', 'characters'],
    ['ada\n', 'characters'],
    ['123', 'no_letter'],
    ['___', 'no_letter'],
    ['1_2', 'no_letter'],
    ['admin', 'reserved'],
    ['deleted_abc', 'reserved'],
    ['player_qx7m2kpa', 'reserved'],
    ['admin_1', 'reserved'],
    ['_admin_', 'reserved'],
    ['the_admin', 'reserved'],
    ['support24', 'reserved'],
    ['support_vn', 'reserved'],
    ['matchpoint', 'reserved'],
    ['match_point_fan', 'reserved'],
    ['matchpoint_help', 'reserved'],
    ['official', 'reserved'],
    ['moderator', 'reserved'],
    ['system', 'reserved'],
    ['help', 'reserved'],
    ['null', 'reserved'],
    ['undefined', 'reserved'],
  ])('reject %j: %s', (handle, fault) => expect(handleFault(handle)).toBe(fault));

  it('normaliseHandle gives one result for every way to type a handle, and is idempotent', () => {
    expect(normaliseHandle(' @Ada_L ')).toBe('ada_l');
    fc.assert(
      fc.property(fc.stringMatching(/^[a-zA-Z0-9_]{3,20}$/), (typed) => {
        expect(normaliseHandle(normaliseHandle(typed))).toBe(normaliseHandle(typed));
        expect(handleFault(normaliseHandle(typed))).not.toBe('characters');
      }),
    );
  });
});
