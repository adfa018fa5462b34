import type { Hono } from 'hono';
import { getLegalText } from '#contract/legal.ts';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/platform/http/mount.ts';
import { preferredLocale } from '#server/platform/http/problem.ts';
import { legalText } from './texts.ts';

export function legalRoutes(app: Hono, deps: Deps): void {
  mount(app, deps, getLegalText, ({ page }, _, { acceptLanguage }) => ({
    markdown: legalText(deps.config.legalTexts, page, preferredLocale(acceptLanguage)),
  }));
}
