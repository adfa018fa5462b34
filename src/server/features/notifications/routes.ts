import type { Hono } from 'hono';
import {
  addPushDevice,
  getNotificationSettings,
  putNotificationSettings,
  putShield,
  removePushDevice,
  testPushDevice,
} from '#contract/notifications.ts';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/http/mount.ts';
import * as notifications from './service.ts';

export function notificationsRoutes(app: Hono, deps: Deps): void {
  const testLimit = notifications.testLimit(deps);
  mount(app, deps, getNotificationSettings, (_, user) => notifications.settingsOf(deps, user));
  mount(app, deps, putNotificationSettings, (input, user) => notifications.choose(deps, user, input));
  mount(app, deps, addPushDevice, (input, user) => notifications.addDevice(deps, user, input));
  mount(app, deps, removePushDevice, (input, user) => notifications.removeDevice(deps, user, input));
  mount(app, deps, putShield, ({ shield }, user) => notifications.wearShield(deps, user, shield));
  mount(app, deps, testPushDevice, (_, user) => notifications.testDevice(deps, testLimit, user));
}
