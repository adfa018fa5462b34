import { connectedComponents, groupBy } from '#domain/grouping.ts';
import { emailIdentity } from '#domain/identity/email.ts';
import type { Ties } from '#domain/settlement/play-at-risk.ts';
import type { Db } from '#server/platform/db/pool.ts';
import * as relations from './queries.ts';

/**
 * Returns how the given users are related among themselves: groups by browsers, wallets, mailboxes, invites and households, over any number
 * of steps; and hands, which are probably one person, by browsers, wallets and mailboxes alone. It only decides what counts as play, so a
 * doubtful case counts as a relation. Three statements, however many users there are.
 */
export async function relatedGroups(db: Db, userIds: readonly string[]): Promise<Ties> {
  const traits = await relations.findSharedTraits(db, userIds);
  const mailboxes = await sharedMailboxes(db, userIds);
  const ofOneHand = traits.filter(({ kind }) => kind === 'device' || kind === 'wallet').map(({ users }) => users);
  const hands = connectedComponents([...ofOneHand, ...mailboxes]);
  const groups = connectedComponents([...traits.map(({ users }) => users), ...mailboxes]);
  return { groupOf: (userId) => groups.get(userId) ?? userId, handOf: (userId) => hands.get(userId) ?? userId };
}

/**
 * Returns groups of users with one mailbox. Account addresses are unique by mailbox; a Google address may equal another user's account
 * address.
 */
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
