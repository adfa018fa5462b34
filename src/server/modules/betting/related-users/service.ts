import { connectedComponents } from '#domain/connected-components.ts';
import { groupBy } from '#domain/group-by.ts';
import { emailIdentity } from '#domain/identity/email.ts';
import type { Ties } from '#domain/settlement/play-at-risk.ts';
import type { Db } from '#server/platform/db/pool.ts';
import * as relations from './queries.ts';

/**
 * Who of the given users is related to whom, among them: groups by browsers, wallets, mailboxes, invites and households, over any number of steps;
 * and hands, which are one person's as far as we know, by browsers, wallets and mailboxes alone. It decides what counts as play and nothing else, so that
 * a doubt makes them related. Three statements, however many users there are.
 */
export async function relatedGroups(db: Db, userIds: readonly string[]): Promise<Ties> {
  const traits = await relations.findSharedTraits(db, userIds);
  const mailboxes = await sharedMailboxes(db, userIds);
  const ofOneHand = traits.filter(({ kind }) => kind === 'device' || kind === 'wallet').map(({ users }) => users);
  const hands = connectedComponents([...ofOneHand, ...mailboxes]);
  const groups = connectedComponents([...traits.map(({ users }) => users), ...mailboxes]);
  return { groupOf: (userId) => groups.get(userId) ?? userId, handOf: (userId) => hands.get(userId) ?? userId };
}

/** Users whose mail is delivered to one mailbox. Their accounts' addresses never are; Google's may be another account's. */
async function sharedMailboxes(db: Db, userIds: readonly string[]): Promise<string[][]> {
  const atGoogle = (await relations.findGoogleAddresses(db, userIds)).map(({ user_id, identifier }) => ({
    userId: user_id,
    mailbox: emailIdentity(identifier),
  }));
  if (atGoogle.length === 0) return [];
  const mailboxes = atGoogle.map(({ mailbox }) => mailbox);
  const here = (await relations.findByMailbox(db, userIds, mailboxes)).map(({ id, email_identity }) => ({
    userId: id,
    mailbox: email_identity!,
  }));
  return [...groupBy([...atGoogle, ...here], ({ mailbox }) => mailbox).values()].map((users) => users.map(({ userId }) => userId));
}
