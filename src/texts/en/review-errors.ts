/** Why an admin cannot decide, as the console and the server say it. */
export const reviewErrors = {
  one_hand:
    'Another admin has to agree: you and the admin who asked count as one. You used the same browser, or one admin set up both accounts in the last 30 days.',
  own_interest: 'Another admin has to decide this: you have a personal interest in it.',
  asker_gone: 'The admin who requested this has been disabled, reset or given another role. It no longer counts: please reject it.',
  approval_waiting: 'This has already been requested and is waiting for a second admin.',
  payout_confirmed: 'The blockchain confirms that this withdrawal was paid, so it can’t be returned or corrected.',
  payout_unclear: 'The recorded transaction may still pay this withdrawal. Wait until it’s verified, or correct it.',
  batch_held: 'Another admin holds this payout batch. Take it over first.',
  payout_batched: 'This withdrawal is in a payout batch. Take it out of the batch first.',
  wallet_unpayable:
    'This can’t be approved: {fault, select, frozen {the USDT issuer has frozen the wallet} treasury {the wallet is the treasury itself} contract {the wallet is a token’s contract} other {the wallet isn’t a TRC20 address}}. A payout would be lost. Please reject the request.',
  view_name_taken: 'You already have a view with that name. Choose another name, or replace the view.',
  too_many_views: 'You have {max, number} views of this list, the most allowed. Delete one to save another.',
} as const;
