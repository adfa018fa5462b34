export { advanceBrackets } from './brackets/advance.ts';
export { bracketsRoutes } from './brackets/routes.ts';
export { entryAt as bracketEntryAt } from './brackets/service.ts';
export { divisionsRoutes } from './divisions/routes.ts';
export { advanceDivisions } from './divisions/season.ts';
export { asHelper, requireMember } from './groups/access.ts';
export {
  findMember as findMemberOf,
  findMemberByHandle,
  findNames as findTippingNames,
  findPresent,
  lockMembership,
} from './groups/group-queries.ts';
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
export { sharedTable } from './groups/shared-table.ts';
