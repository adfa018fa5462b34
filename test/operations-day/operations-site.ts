import { fileURLToPath } from 'node:url';
import { startSiteChild } from '#test/support/site-child.ts';

export type AdminName = 'reviewer' | 'finance' | 'secondFinance' | 'auditor';
/** Two honest users, and one whose browser is that of two more accounts. */
export type AskerName = 'anna' | 'ben' | 'rita';

/** A user who asked for a withdrawal. */
export interface Asker {
  id: string;
  name: string;
  wallet: string;
  usdt: string;
  withdrawalId: string;
}

/** What the day begins with. */
export interface Begun {
  url: string;
  /** Their addresses. */
  admins: Record<AdminName, string>;
  askers: Record<AskerName, Asker>;
}

export type Ask =
  /** Moves the clock on and runs each job. */
  | { kind: 'pass'; minutes: number }
  /** Signs a person in; its answer is a token, which lives ten minutes of the site's clock. */
  | { kind: 'signIn'; who: AdminName | AskerName }
  /** Puts a payment from the treasury into a block; its answer is the hash. */
  | { kind: 'pay'; wallet: string; usdt: string; isFinal: boolean }
  | { kind: 'finalise'; hash: string };

/** A site with a treasury on a chain of ours, in a process of its own. */
export interface OperationsSite extends Begun {
  pass: (minutes: number) => Promise<void>;
  signIn: (who: AdminName | AskerName) => Promise<string>;
  pay: (wallet: string, usdt: string, options?: { isFinal?: boolean }) => Promise<string>;
  finalise: (hash: string) => Promise<void>;
  /** Stops the process. Returns the lines that the site logged as errors. */
  stop: () => Promise<string[]>;
}

export async function startOperationsSite(): Promise<OperationsSite> {
  const program = fileURLToPath(new URL('./site-process.ts', import.meta.url));
  const { begun, ask, stop } = await startSiteChild<Ask, Begun>(program);
  return {
    ...begun,
    pass: async (minutes) => void (await ask({ kind: 'pass', minutes })),
    signIn: async (who) => String(await ask({ kind: 'signIn', who })),
    pay: async (wallet, usdt, { isFinal = true } = {}) => String(await ask({ kind: 'pay', wallet, usdt, isFinal })),
    finalise: async (hash) => void (await ask({ kind: 'finalise', hash })),
    stop,
  };
}
