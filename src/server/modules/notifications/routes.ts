import type { Hono } from 'hono';
import {
  addPushDevice,
  getNotificationSettings,
  putMute,
  putNotificationSettings,
  putShield,
  removeMutes,
  removePushDevice,
  testPushDevice,
  unsubscribe as unsubscribeEndpoint,
} from '#contract/notifications.ts';
import { createBindToken, unbindTelegram } from '#contract/oauth.ts';
import { getOutbox } from '#contract/outbox.ts';
import { askTelegramGroup, unbindTelegramGroup } from '#contract/tipping-telegram.ts';
import {
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  replayWebhook,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from '#contract/webhooks.ts';
import type { Deps } from '#server/deps.ts';
import * as devices from '#server/modules/notifications/news/devices.ts';
import * as mutes from '#server/modules/notifications/news/mutes.ts';
import * as settings from '#server/modules/notifications/news/settings.ts';
import { oneClickRoute, unsubscribe } from '#server/modules/notifications/news/unsubscribe.ts';
import { listOutbox, mailHtml } from '#server/modules/notifications/outbox/service.ts';
import * as telegram from '#server/modules/notifications/telegram-bot/service.ts';
import * as telegramGroups from '#server/modules/notifications/telegram-groups/service.ts';
import * as webhookLog from '#server/modules/notifications/webhooks/delivery-log.ts';
import * as webhooks from '#server/modules/notifications/webhooks/service.ts';
import { mount } from '#server/platform/http/mount.ts';

export function notificationsRoutes(app: Hono, deps: Deps): void {
  const testLimit = devices.testLimit(deps);
  mount(app, deps, getNotificationSettings, (_, user) => settings.settingsOf(deps, user));
  mount(app, deps, putNotificationSettings, (input, user) => settings.choose(deps, user, input));
  mount(app, deps, addPushDevice, (input, user) => devices.addDevice(deps, user, input));
  mount(app, deps, removePushDevice, (input, user) => devices.removeDevice(deps, user, input));
  mount(app, deps, putShield, ({ shield }, user) => devices.setSpoilerMode(deps, user, shield));
  mount(app, deps, testPushDevice, (_, user) => devices.testDevice(deps, testLimit, user));
  const muteLimit = mutes.muteLimit(deps);
  mount(app, deps, putMute, (input) => mutes.setMute(deps, muteLimit, input));
  mount(app, deps, unsubscribeEndpoint, ({ token }) => unsubscribe(deps, token));
  oneClickRoute(app, deps);
  mount(app, deps, removeMutes, (_, user) => mutes.unmuteAll(deps, user));
}

export function webhooksRoutes(app: Hono, deps: Deps): void {
  const changes = webhooks.changeLimit(deps);
  mount(app, deps, listWebhooks, (_, user) => webhooks.listWebhooks(deps, user));
  mount(app, deps, createWebhook, (input, user) => webhooks.createWebhook(deps, changes, user, input));
  mount(app, deps, updateWebhook, (input, user) => webhooks.updateWebhook(deps, changes, user, input));
  mount(app, deps, deleteWebhook, (input, user) => webhooks.deleteWebhook(deps, user, input));
  mount(app, deps, rotateWebhookSecret, (input, user) => webhooks.rotateSecret(deps, changes, user, input));
  const [tests, replays] = [webhookLog.webhookTestLimit(deps), webhookLog.replayLimit(deps)];
  mount(app, deps, testWebhook, (input, user) => webhookLog.testWebhook(deps, tests, user, input));
  mount(app, deps, listWebhookDeliveries, (input, user) => webhookLog.listDeliveries(deps, user, input));
  mount(app, deps, replayWebhook, (input, user) => webhookLog.replay(deps, replays, user, input));
}

export function telegramRoutes(app: Hono, deps: Deps): void {
  mount(app, deps, createBindToken, (_, user) => telegram.createBindToken(deps, user));
  mount(app, deps, unbindTelegram, (_, user, request) => telegram.unbindTelegram(deps, user, request));
  const linkLimit = telegramGroups.groupLinkLimit(deps);
  mount(app, deps, askTelegramGroup, (input, user) => telegramGroups.askForGroupChat(deps, linkLimit, user.id, input));
  mount(app, deps, unbindTelegramGroup, (input, user) => telegramGroups.disconnectGroupChat(deps, user.id, input));
}

/** Mounts the outbox routes, in the demo only. */
export function outboxRoutes(app: Hono, deps: Deps): void {
  if (!deps.config.demo) return;
  mount(app, deps, getOutbox, (input) => listOutbox(deps, input));
  app.get(`${getOutbox.path}/:id/html`, async (c) => {
    const html = await mailHtml(deps, c.req.param('id') ?? '');
    return c.html(html, 200, { 'Content-Security-Policy': MAIL_POLICY });
  });
}

/** A mail may be shown in our own frame and its links followed, but nothing in it runs or is fetched. */
const MAIL_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation',
].join('; ');
