import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import type { auditFile } from '#contract/audit.ts';
import type { ParsedInputOf } from '#contract/endpoint.ts';
import type { Deps } from '#server/deps.ts';
import { deviceName } from '#server/modules/identity/public.ts';
import { derivedKey } from '#server/platform/crypto/server-keys.ts';
import type { SignedInAdmin } from '#server/platform/http/admin-caller.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { actorOf, findEntriesAfter, lastEntryId, listedEntries, recordAudit } from './service.ts';

/** Rows per query: few enough not to delay other queries. */
const AT_ONCE = 1_000;

/**
 * Audits the export, then returns all entries of a filter up to now, oldest first, as lines of JSON: a head, the entries, and a last line
 * with the SHA-256 of all lines before it and our signature of that (docs/security.md says how to verify it).
 */
export async function exportAudit(
  deps: Deps,
  admin: SignedInAdmin,
  request: RequestContext,
  filter: ParsedInputOf<typeof auditFile>,
): Promise<AsyncIterable<Uint8Array>> {
  const at = deps.now();
  const upToId = await lastEntryId(deps.db);
  const after = { filter, up_to_id: upToId, device: deviceName(request.userAgent) };
  await recordAudit(deps.db, actorOf(admin, request), { action: 'audit.export', subject: { kind: 'audit', id: 'log' }, after }, at);
  const head = { format: 'matchpoint-audit/1', filter, up_to_id: upToId, exported_at: at.toISOString(), exported_by: admin.email };
  return signedLines(deps, linesOf(deps, head, filter, upToId));
}

async function* linesOf({ db }: Deps, head: object, filter: ParsedInputOf<typeof auditFile>, upToId: number): AsyncGenerator<string> {
  yield line(head);
  for (let last = 0; ; ) {
    const rows = await findEntriesAfter(db, filter, last, upToId, AT_ONCE);
    if (rows.length > 0) yield (await listedEntries(db, rows)).map(line).join('');
    if (rows.length < AT_ONCE) return;
    last = rows.at(-1)!.id;
  }
}

const line = (value: object): string => `${JSON.stringify(value)}\n`;

async function* signedLines({ serverKeys: [key] }: Pick<Deps, 'serverKeys'>, texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  for await (const text of texts) {
    const piece = Buffer.from(text);
    hash.update(piece);
    yield piece;
  }
  const sha256 = hash.digest('hex');
  const privateKey = auditKey(key);
  const signature = sign(null, Buffer.from(sha256), privateKey).toString('base64');
  const public_key = createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64');
  yield Buffer.from(line({ sha256, signature, public_key }));
}

/** What stands before the 32 bytes of an Ed25519 key in PKCS #8. */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Returns the key that signs exports: the same as long as the server's key is, so that exports can be compared. */
const auditKey = (serverKey: Uint8Array) =>
  createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, derivedKey(serverKey, 'audit export')]), format: 'der', type: 'pkcs8' });
