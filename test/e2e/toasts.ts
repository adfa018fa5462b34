import { type BrowserContext, expect, type Page } from '@playwright/test';

/** Has the pages of this context keep the texts of their toasts: a toast is gone after 2.5 s, and a busy machine may take longer to look. */
export const keepToasts = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const toasts = new Set<string>();
    Object.assign(window, { toasts });
    const keep = (node: Node) => {
      if (node instanceof Element && node.matches('li[data-swipe-direction]'))
        toasts.add(node.firstElementChild?.nextElementSibling?.textContent ?? '');
    };
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) addedNodes.forEach(keep);
    }).observe(document, { subtree: true, childList: true });
  });

/** Expects that the page has shown this toast since it was loaded. */
export const expectToast = (page: Page, message: string): Promise<void> =>
  expect
    .poll(() => page.evaluate(() => [...(window as unknown as { toasts: Set<string> }).toasts]), `the toasts of ${page.url()}`)
    .toContain(message);
