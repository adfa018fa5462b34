import type { changeAlertSettings as changeEndpoint, getAlertSettings } from '#contract/admin-auth.ts';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { AdminRole } from '#domain/identity/admin-role.ts';
import { DEFAULT_LOCALE, type Locale } from '#domain/identity/locale.ts';
import {
  ALERT_WAYS,
  type AlertWay,
  alertsFor,
  FIXED_ALERTS,
  OPERATOR_ALERTS,
  type OperatorAlert,
} from '#domain/notifications/operator-alert.ts';
import type { Deps } from '#server/deps.ts';
import { actorOf, alertChatOf, recordAudit } from '#server/modules/admins/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { SignedInAdmin } from '#server/platform/http/admin-caller.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { transact } from '#server/platform/transact.ts';

/** What an admin chose: the language, the alerts that they switched off, and the ways that the others take. */
interface Chosen {
  locale: Locale;
  off: OperatorAlert[];
  by: AlertWay[];
}

/** Returns the caller's alerts. */
export const alertSettings = async (
  deps: Pick<Deps, 'config' | 'db'>,
  { id, role }: Pick<SignedInAdmin, 'id' | 'role'>,
): Promise<ReplyOf<typeof getAlertSettings>> => view(deps, deps.db, { id, role }, await findChosen(deps.db, id));

/**
 * Replaces what the caller chose. The same choice again changes nothing and writes no audit log row. Throws `invalid_payload` and
 * `forbidden` for alerts that the caller's present role cannot switch off.
 */
export async function changeAlertSettings(
  deps: Deps,
  caller: SignedInAdmin,
  request: RequestContext,
  { locale, off, by }: ParsedInputOf<typeof changeEndpoint>,
): Promise<ReplyOf<typeof changeEndpoint>> {
  const after: Chosen = {
    locale,
    off: OPERATOR_ALERTS.filter((alert) => off.includes(alert)),
    by: ALERT_WAYS.filter((way) => by.includes(way)),
  };
  return transact(deps, async (db) => {
    // Two changes at the same time follow each other, so that each knows what it replaced.
    const admin = await db.selectFrom('admins').select(['role', 'status']).where('id', '=', caller.id).forNoKeyUpdate().executeTakeFirst();
    if (admin?.status !== 'normal') throw new AppError('session_expired');
    const role = admin.role as AdminRole;
    if (after.off.some((alert) => !alertsFor(role).includes(alert))) throw new AppError('invalid_payload', { field: 'off' });
    if (after.off.some((alert) => FIXED_ALERTS.includes(alert))) throw new AppError('forbidden');
    const before = await findChosen(db, caller.id);
    if (JSON.stringify(before) !== JSON.stringify(after)) {
      await save(db, caller.id, after, deps.now());
      const entry = { action: 'admin.alerts', subject: { kind: 'admin', id: caller.id }, before: { ...before }, after: { ...after } };
      await recordAudit(db, actorOf(caller, request), entry, deps.now());
    }
    return view(deps, db, { id: caller.id, role }, after);
  });
}

const view = async (
  { config }: Pick<Deps, 'config'>,
  db: Db,
  { id, role }: Pick<SignedInAdmin, 'id' | 'role'>,
  { locale, off, by }: Chosen,
) => ({
  locale,
  by,
  alerts: alertsFor(role).map((kind) => {
    const is_fixed = FIXED_ALERTS.includes(kind);
    return { kind, is_on: is_fixed || !off.includes(kind), is_fixed };
  }),
  is_mail_set_up: sendsMail({ config }),
  is_bot_set_up: hasBot({ config }),
  chat: await alertChatOf(db, id),
});

/** Returns whether mails are sent, or in the demo shown. */
export const sendsMail = ({ config }: Pick<Deps, 'config'>): boolean => config.demo || config.mail !== null;

/** Returns whether a bot sends messages to chats. */
export const hasBot = ({ config }: Pick<Deps, 'config'>): boolean => config.telegram !== null;

async function findChosen(db: Db, adminId: string): Promise<Chosen> {
  const row = await db
    .selectFrom('admin_alert_settings')
    .select(['locale', 'off', 'by'])
    .where('admin_id', '=', adminId)
    .executeTakeFirst();
  if (!row) return { locale: DEFAULT_LOCALE, off: [], by: ['email'] };
  return { locale: row.locale as Locale, off: row.off as OperatorAlert[], by: row.by as AlertWay[] };
}

async function save(db: Db, admin_id: string, chosen: Chosen, changed_at: Date): Promise<void> {
  await db
    .insertInto('admin_alert_settings')
    .values({ admin_id, ...chosen, changed_at })
    .onConflict((oc) => oc.column('admin_id').doUpdateSet({ ...chosen, changed_at }))
    .execute();
}
