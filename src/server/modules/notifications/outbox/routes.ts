import type { Hono } from 'hono';
import { getOutbox } from '#contract/outbox.ts';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/platform/http/mount.ts';
import { list, mailHtml } from './service.ts';

/** Mounts the outbox routes, in the demo only. */
export function outboxRoutes(app: Hono, deps: Deps): void {
  if (!deps.config.demo) return;
  mount(app, deps, getOutbox, (input) => list(deps, input));
  app.get(`${getOutbox.path}/:id/html`, async (c) => {
    const html = await mailHtml(deps, c.req.param('id') ?? '');
    return c.html(html, 200, { 'Content-Security-Policy': MAIL_POLICY, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
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
