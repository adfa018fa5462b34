export { cookieOptions, deviceIdOf, giveDevice } from '#server/modules/identity/auth/cookies.ts';
export { consoleWork, type LoginTries, type LoginVerdict, loginTries } from '#server/modules/identity/auth/limits.ts';
export { insertToken } from '#server/modules/identity/auth/refresh-chain.ts';
export { purgeSignInProofs } from '#server/modules/identity/oauth/flow.ts';
export { profileOf } from '#server/modules/identity/profile/owner.ts';
export { describeDevice, deviceName } from '#server/modules/identity/security/sessions.ts';
export {
  lockConfirmed,
  type OwnerLimits,
  ownerLimits,
  refuseEndedSession,
  requireConfirmed,
  requireOwnPassword,
} from '#server/modules/identity/security/step-up.ts';
export { enableByFirstCode, generateNextSecret, removeFactor, renewCodes } from '#server/modules/identity/two-factor/settings.ts';
export { resealSecrets } from '#server/modules/identity/two-factor/totp.ts';
export { findKey as findApiKey, findKeys as findApiKeys, keyView as apiKeyView } from './api-keys/queries.ts';
export { revokeApiKeys } from './api-keys/revoke.ts';
export { purgeApiKeys } from './api-keys/service.ts';
export { purgeCaptchas, requireWork, returnCaptcha, type SolvedCaptcha, takeCaptcha } from './auth/captcha.ts';
export { type Passwords, passwords } from './auth/passwords.ts';
export { type Chain, endChain, endSessionOfCookie, exchangeToken, generateToken, giveToken, hashOf } from './auth/refresh-chain.ts';
export { AGE_MIN, createUser, isEmail, validateName, validatePassword } from './auth/registration.ts';
export { displayName, findUserId, requireActive, requireUser } from './auth/service.ts';
export { endSessionsWithin, noticeEndedSessions, purgeRegistrationIps, purgeSessions } from './auth/sessions.ts';
export { CODE_MINUTES, type CodeUse } from './codes/issue.ts';
export { sendCode } from './codes/send.ts';
export { type CodeOutcome, codeTimes, purgeCodes, revokeCodes, spendCode, throwCodeRefusal } from './codes/service.ts';
export { type Contact, contactsOf, hasUnprovenAddress, isAddressUnproven } from './contacts/service.ts';
export { findUserByLink, linkAccount, linkedAccountsOf, maskIdentifier, unlinkAccount } from './oauth/linked-accounts.ts';
export { checkStoredNames } from './profile/name-check.ts';
export { giveDemoWallet } from './profile/update.ts';
export { apiKeysRoutes, authRoutes, oauthRoutes, profileRoutes, securityRoutes, twoFactorRoutes } from './routes.ts';
export { holdRedeem, lockUser } from './security/queries.ts';
export { requireStepUp } from './security/step-up.ts';
export { type ChangedFrom, codeSubjects, purgeSecurityLinks, warn } from './security/warnings.ts';
export { ADMINS, countRecoveryCodes } from './two-factor/queries.ts';
export { hasSecondFactor, limitTries, validateSecondFactor } from './two-factor/service.ts';
