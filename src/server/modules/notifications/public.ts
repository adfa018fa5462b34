export { addBetNews, addWithdrawalNews } from './news/news-queries.ts';
export { NOTIFICATION_JOBS } from './news/notification-jobs.ts';
export { notificationsRoutes } from './news/routes.ts';
export { resealVapidKey } from './news/vapid.ts';
export { outboxRoutes } from './outbox/routes.ts';
export { purgeBindTokens } from './telegram-bot/binding.ts';
export { telegramRoutes } from './telegram-bot/routes.ts';
export { startTelegram } from './telegram-bot/updates-listener.ts';
export { telegramWebhook } from './telegram-bot/webhook.ts';
