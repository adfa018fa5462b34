export { advanceBrackets } from './brackets/advance.ts';
export { bracketsRoutes } from './brackets/routes.ts';
export { entryAt as bracketEntryAt } from './brackets/service.ts';
export { divisionsRoutes } from './divisions/routes.ts';
export { advanceDivisions } from './divisions/season.ts';
export { asHelper, asOwner, requireMember } from './groups/access.ts';
export { type ChatFixtures, type ChatTable, fixturesForChat, type NextDeadline, nextDeadline, tableForChat } from './groups/chat-views.ts';
export {
  findMember as findMemberOf,
  findMemberByHandle,
  findNames as findTippingNames,
  findPresent,
  lockMembership,
} from './groups/group-queries.ts';
export { requireShownTip } from './groups/match-tips.ts';
export { leaveAllTippingGroups } from './groups/members.ts';
export { missingTips } from './groups/missing-tips.ts';
export {
  closeUnseen,
  findRoundsOver,
  markRoundTold,
  type RoundOver,
  type RoundResult,
  roundResult,
} from './groups/rounds-over.ts';
export { tippingGroupsRoutes } from './groups/routes.ts';
export { type ScoredTipOf, scoredTips } from './groups/scored-tips.ts';
export { sharedTable } from './groups/shared-table.ts';
export { type TippableMatch, tipEverywhere, tippableMatches } from './groups/tips-everywhere.ts';
export { advanceSurvivor } from './survivor/advance.ts';
export { survivorRoutes } from './survivor/routes.ts';
export { entryAt as survivorEntryAt } from './survivor/views.ts';
