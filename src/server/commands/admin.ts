import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { ADMIN_ROLES, type AdminRole } from '#domain/identity/admin-role.ts';
import { loadConfig } from '#server/config.ts';
import { createFromCommandLine, type Issued, resetFromCommandLine } from '#server/modules/admins/public.ts';
import { passwords } from '#server/modules/identity/public.ts';
import { openDataFolder } from '#server/platform/data-folder.ts';
import { openForCommand } from '#server/platform/db/command-database.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { createStopper, runCommand } from '#server/platform/lifetime.ts';

/**
 * The commands `npm run admin -- create EMAIL` and `npm run admin -- reset EMAIL`: both print a one-time password. Exits with 0 on success,
 * with 2 if the request had nothing to do, and with 1 without a database.
 */
const USAGE = `Usage: npm run admin -- create EMAIL [--role ${ADMIN_ROLES.join('|')}], or npm run admin -- reset EMAIL`;
const EXIT_BAD_INPUT = 2;

type Command = { kind: 'create'; email: string; role: AdminRole } | { kind: 'reset'; email: string };

const stopper = createStopper();

async function run(words: string[]): Promise<number> {
  const command = readCommand(words);
  if (command === null) {
    console.error(USAGE);
    return EXIT_BAD_INPUT;
  }
  stopper.onSignals(['SIGINT', 'SIGTERM']);
  const config = loadConfig();
  const { serverKeys } = await openDataFolder(config);
  const deps = { db: await openForCommand(config, stopper), now: () => new Date(), randomBytes, serverKeys, passwords };
  const { kind, email } = command;
  try {
    printPassword(kind === 'create' ? await createFromCommandLine(deps, email, command.role) : await resetFromCommandLine(deps, email));
    return 0;
  } catch (error) {
    const why = error instanceof AppError ? WHY_NOT[error.code] : undefined;
    if (why === undefined) throw error;
    console.error(`${email}: ${why}`);
    return EXIT_BAD_INPUT;
  }
}

const WHY_NOT: Partial<Record<string, string>> = {
  invalid_email: 'this is no address',
  email_taken: 'there is an admin with this address already; "reset" gives a new password',
  not_found: 'there is no admin with this address',
};

/** Null if invalid. The default role is super, which creates all others. */
function readCommand(words: string[]): Command | null {
  try {
    const { positionals, values } = parseArgs({ args: words, allowPositionals: true, options: { role: { type: 'string' } } });
    const [kind, email, ...rest] = positionals;
    if (!email || rest.length > 0) return null;
    if (kind === 'reset') return values.role === undefined ? { kind, email } : null;
    const role = ADMIN_ROLES.find((one) => one === (values.role ?? 'super'));
    return kind === 'create' && role ? { kind, email, role } : null;
  } catch {
    return null;
  }
}

function printPassword({ email, password, until }: Issued): void {
  console.log(`${email} signs in at /admin/login with the one-time password ${password}`);
  console.log(`It is good until ${until.toISOString()}, and for choosing another one.`);
}

runCommand(stopper, run);
