export { followChats, postMatchEvents } from '#server/modules/chat/rooms/lines.ts';
export { findWaitingAppeals, findWaitingReports } from './moderation/report-queries.ts';
export { messagesOf } from './moderation/reports.ts';
export { eraseChatter, purgeChat } from './rooms/purge.ts';
export { createSendChat } from './rooms/send.ts';
export { chatModerationRoutes, chatRoutes } from './routes.ts';
