import { readPlan } from '#domain/matches/knock-out-plan.ts';

/** How the groups of known tournaments lead to their knock-outs, from the competitions' own regulations, in the order of the tree. */

/** FIFA, regulations of the World Cup 1998 to 2022: eight groups of four, of which two advance. */
export const EIGHT_GROUPS = { ...readPlan('A1-B2 C1-D2 E1-F2 G1-H2 B1-A2 D1-C2 F1-E2 H1-G2'), thirdPlace: true };

/**
 * FIFA, regulations of the World Cup 2026, article 12: twelve groups, and the eight best third-placed teams. Annex C lists 495 arrangements
 * of them, which are not repeated here: the first that fits is used.
 */
export const TWELVE_GROUPS = {
  ...readPlan(
    'E1-ABCDF3 I1-CDFGH3 A2-B2 F1-C2 K2-L2 H1-J2 D1-BEFIJ3 G1-AEHIJ3 C1-F2 E2-I2 A1-CEFHI3 L1-EHIJK3 J1-H2 D2-G2 B1-EFGIJ3 K1-DEIJL3',
  ),
  thirdPlace: true,
};

/** UEFA, regulations of the European Championship 2020 and 2024, article 21: six groups, and the four best third-placed teams. */
export const SIX_GROUPS = readPlan('B1-ADEF3 A1-C2 F1-ABC3 D2-E2 E1-ABCD3 D1-F2 C1-DEF3 A2-B2', {
  // The opponents of the winners of groups B, F, E and C.
  ABCD: 'ACBD',
  ABCE: 'ACBE',
  ABCF: 'ACBF',
  ABDE: 'DBAE',
  ABDF: 'DBAF',
  ABEF: 'EABF',
  ACDE: 'EACD',
  ACDF: 'FACD',
  ACEF: 'EACF',
  ADEF: 'EADF',
  BCDE: 'ECBD',
  BCDF: 'FBCD',
  BCEF: 'FBCE',
  BDEF: 'FBDE',
  CDEF: 'FCDE',
});
