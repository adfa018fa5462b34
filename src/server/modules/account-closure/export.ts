import { strToU8, Zip, ZipDeflate } from 'fflate';
import { NIL } from 'uuid';
import type { Deps } from '#server/deps.ts';
import { requireStepUp, requireUser, warn } from '#server/modules/identity/public.ts';
import { findOwnWebhooks } from '#server/modules/notifications/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { SignedIn } from '#server/platform/http/access-token.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { type RequestLimit, requestLimit } from '#server/platform/http/request-limit.ts';
import { BYTE_ORDER_MARK, csvLine } from '#server/platform/text-formats.ts';
import { transact } from '#server/platform/transact.ts';
import * as addresses from './export-addresses.ts';
import * as kept from './export-queries.ts';

const EXPORTS_PER_HOUR = 3;
/** Rows per query: few enough not to delay other queries. */
const AT_ONCE = 1_000;

export const exportLimit = (deps: Deps): RequestLimit => requestLimit(deps, 'export', EXPORTS_PER_HOUR, 60 * 60);

/** Returns all data stored about the caller as chunks of a zip. Throws `step_up_required`, `rate_limited`. */
export async function exportData(
  deps: Deps,
  limit: RequestLimit,
  caller: SignedIn,
  request: RequestContext,
): Promise<AsyncIterable<Uint8Array>> {
  const user = await requireUser(deps, caller.id);
  await requireStepUp(deps, caller);
  await limit.count(user.id);
  await transact(deps, (db) => warn(deps, db, user, 'data_exported', request));
  return zipOf(filesOf(deps.db, user.id), deps.now());
}

const filesOf = (db: Db, userId: string): ZipFile[] => [
  { name: 'read-me.txt', text: () => once(READ_ME) },
  json('account.json', async () => ({
    ...(await kept.findUserRow(db, userId)),
    past_wallets: (await kept.findPastWallets(db, userId)).map(({ wallet_address }) => wallet_address),
    invite: (await kept.findOwnInvite(db, userId)) ?? null,
  })),
  json('sessions.json', () => kept.findSessions(db, userId)),
  json('linked-accounts.json', () => kept.findLinks(db, userId)),
  json('limits.json', async () => ({
    limits: await kept.findPlayLimits(db, userId),
    exclusions: await kept.findExclusions(db, userId),
  })),
  json('favorites.json', () => kept.findFavorites(db, userId)),
  json('notifications.json', async () => ({
    settings: (await kept.findNotificationSettings(db, userId)) ?? null,
    devices: await kept.findPushDevices(db, userId),
    notifications: await kept.findNotifications(db, userId),
    tip_reminders: await kept.findTipReminders(db, userId),
    telegram_groups: await kept.findTelegramGroups(db, userId),
    muted: await kept.findMutes(db, userId),
  })),
  json('webhooks.json', () => findOwnWebhooks(db, userId)),
  json('messages.json', () => kept.findMessages(db, userId)),
  json('invitees.json', () => kept.findInvitees(db, userId)),
  json('withdrawals.json', () => kept.findWithdrawals(db, userId)),
  json('operators.json', async () => ({
    notes: await kept.findNotes(db, userId),
    adjustments: await kept.findAdjustments(db, userId),
    requests: await kept.findAdjustmentRequests(db, userId),
    payouts: await kept.findPayoutWords(db, userId),
  })),
  json('check-ins.json', () => kept.findCheckIns(db, userId)),
  json('active-days.json', () => kept.findActiveDays(db, userId)),
  csv(
    'points.csv',
    POINT_COLUMNS,
    { transfer_id: 0, kind: '' },
    ({ transfer_id, kind }) => ({ transfer_id: transfer_id!, kind: kind! }),
    (after) => kept.findPostings(db, userId, after, AT_ONCE),
  ),
  csv(
    'bets.csv',
    BET_COLUMNS,
    NIL,
    ({ id }) => id,
    (after) => kept.findStakes(db, userId, after, AT_ONCE),
  ),
  csv(
    'forecasts.csv',
    FORECAST_COLUMNS,
    0,
    ({ match_id }) => match_id,
    (after) => kept.findForecasts(db, userId, after, AT_ONCE),
  ),
  json('forecast-leagues.json', () => kept.findForecastGroups(db, userId)),
  json('tipping-groups.json', async () => ({
    memberships: await kept.findTippingGroups(db, userId),
    imports: await kept.findTippingImports(db, userId),
  })),
  csv(
    'tips.csv',
    TIP_COLUMNS,
    { member_id: 0, match_id: 0 },
    ({ member_id, match_id }) => ({ member_id, match_id }),
    (after) => kept.findTips(db, userId, after, AT_ONCE),
  ),
  json('bonus-answers.json', () => kept.findBonusAnswers(db, userId)),
  json('brackets.json', () => kept.findBrackets(db, userId)),
  json('survivor.json', () => kept.findSurvivor(db, userId)),
  json('divisions.json', () => kept.findDivisions(db, userId)),
  json('shares.json', () => addresses.findShares(db, userId)),
  json('calendars.json', () => addresses.findCalendars(db, userId)),
  csv(
    'chat-messages.csv',
    CHAT_COLUMNS,
    0,
    ({ id }) => id,
    (after) => kept.findChatMessages(db, userId, after, AT_ONCE),
  ),
  json('chat.json', async () => ({
    reports: await kept.findChatReports(db, userId),
    mutes: await kept.findChatMutes(db, userId),
    group_mutes: await kept.findGroupMutes(db, userId),
    ignored: await kept.findChatIgnored(db, userId),
  })),
];

const POINT_COLUMNS = ['transfer_id', 'created_at', 'kind', 'source', 'delta', 'balance', 'contest_id', 'note'] as const;
const BET_COLUMNS = [
  ...(['id', 'bet_id', 'match_id', 'market', 'pick', 'stake', 'odds', 'placed_at', 'refunded_at', 'state'] as const),
  ...(['payout', 'refund', 'hit', 'settled_at', 'at_risk', 'at_risk_reason'] as const),
] as const;

const FORECAST_COLUMNS = [
  ...(['match_id', 'home', 'draw', 'away', 'made_at', 'outcome', 'score', 'model_score', 'market_score', 'crowd_score'] as const),
  'voided_at',
] as const;

const TIP_COLUMNS = ['group_id', 'member_id', 'match_id', 'home', 'away', 'is_joker', 'entered_at'] as const;

const CHAT_COLUMNS = [
  'id',
  'match_id',
  'locale',
  'created_at',
  'text',
  'reply_to',
  'removed',
  'removed_at',
  'group_id',
  'tip_match_id',
] as const;

const READ_ME = `This is all that Matchpoint keeps about you.

account.json          who you are, as the account knows you, with the wallets you had and the invite you came by
sessions.json         where you are and were signed in (ended sessions are kept for 30 days)
linked-accounts.json  where else you sign in
limits.json           limits that you set, and time away from play
favorites.json        what you follow
notifications.json    what you want to be told, on which devices, and what was told lately
webhooks.json         addresses of yours that are told of events, and what they were told within a week
messages.json         what was sent to you, and when; what it said is not kept
invitees.json         when somebody registered with your code, and what became of it
withdrawals.json      payouts that you asked for, where to, and what became of them
operators.json        what operators wrote about you, and points that they gave, took, or wanted to
check-ins.json        the days on which you checked in
active-days.json      the days on which you were here, and from when to when (kept for 90 days)
points.csv            every change of your points: "balance" is yours to use, "held" waits for a withdrawal
bets.csv              every stake, with how its bet ended; odds are in hundredths
forecasts.csv         what you forecast without stakes, in per cent, and how it scored
forecast-leagues.json leagues among friends that you are in
tipping-groups.json   tipping groups that you are in, or were, and what you imported into them
tips.csv              what you tipped there, as two numbers
bonus-answers.json    what you answered to their bonus questions; a choice is counted from 0
brackets.json         brackets that you predicted
survivor.json         survivor games that you made or play, with the teams that you picked
divisions.json        your seasons in the divisions, and the forecasts and tips copied for them
shares.json           bets, forecasts and tables that you show at addresses of their own
calendars.json        calendars that you follow, without their secret addresses
chat-messages.csv     what you said about matches and in tipping groups (kept for 30 days)
chat.json             messages that you reported, times in which you could not write, and whom you do not read

Times are in UTC. CSV files are UTF-8; a text that begins like a formula has an apostrophe before it.
`;

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}

const json = (name: string, read: () => Promise<unknown>): ZipFile => ({
  name,
  text: async function* () {
    yield `${JSON.stringify(await read(), null, 2)}\n`;
  },
});

/** Builds a CSV of a table, read page by page after the last row's key. */
function csv<Row extends object, Key>(
  name: string,
  columns: readonly (keyof Row)[],
  first: Key,
  keyOf: (row: Row) => Key,
  readAfter: (key: Key) => Promise<Row[]>,
): ZipFile {
  return {
    name,
    text: async function* () {
      yield BYTE_ORDER_MARK + csvLine(columns);
      let after = first;
      for (;;) {
        const rows = await readAfter(after);
        if (rows.length > 0) yield rows.map((row) => csvLine(columns.map((column) => row[column]))).join('');
        if (rows.length < AT_ONCE) return;
        after = keyOf(rows.at(-1)!);
      }
    },
  };
}

/** A file of an archive: its name, and its text as a stream. */
interface ZipFile {
  name: string;
  text: () => AsyncIterable<string>;
}

/** Builds a zip of files, chunk by chunk: no file is ever held in memory as a whole. */
async function* zipOf(files: readonly ZipFile[], at: Date): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    ready.push(piece);
  });
  for (const { name, text } of files) {
    const file = new ZipDeflate(name);
    file.mtime = at;
    zip.add(file);
    for await (const part of text()) {
      file.push(strToU8(part));
      yield* ready.splice(0);
    }
    file.push(new Uint8Array(), true);
    yield* ready.splice(0);
  }
  zip.end();
  yield* ready;
}
