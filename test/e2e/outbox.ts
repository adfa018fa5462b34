import type { Page } from '@playwright/test';
import { expect } from './site.ts';

interface Mail {
  kind: string;
  subject: string;
  text: string;
}

/** Returns the newest mail of a kind to an address from the demo's outbox; waits until it is there. */
export async function latestMail(page: Page, to: string, kind: string): Promise<Mail> {
  let found: Mail | undefined;
  await expect
    .poll(
      async () => {
        const { items } = (await (await page.request.get(`/api/dev/outbox?to=${encodeURIComponent(to)}`)).json()) as { items: Mail[] };
        found = items.find((mail) => mail.kind === kind);
        return found?.kind;
      },
      { timeout: 15_000 },
    )
    .toBe(kind);
  return found as Mail;
}

export async function codeFor(page: Page, to: string, kind: string): Promise<string> {
  return /\b\d{6}\b/.exec((await latestMail(page, to, kind)).text)?.[0] ?? '';
}
