/**
 * Traits that one hand leaves in many accounts, and a place leaves in few: a browser, a wallet, and mailboxes whose names differ by digits
 * alone ("lucky1@", "lucky2@").
 */
export const HAND_TRAITS = ['device', 'wallet', 'mail_name'] as const;
/** Traits that a household, an office or a university has too. `host`, `site` and `block` are the tiers of a network, the smallest first. */
export const PLACE_TRAITS = ['host', 'site', 'block', 'mail_domain', 'inviter'] as const;

export type HandTrait = (typeof HAND_TRAITS)[number];
export type PlaceTrait = (typeof PLACE_TRAITS)[number];

/** What ties an account to another: a trait; `feeds` loses its points to it or to who passes them on, `fed` wins its points. */
export const RING_TIES = [...HAND_TRAITS, ...PLACE_TRAITS, 'feeds', 'fed'] as const;
export type RingTie = (typeof RING_TIES)[number];

/** What the score of a ring is made of (docs/decisions/048). */
export const RING_REASONS = [
  'one_hand',
  'registered_together',
  'same_place',
  'fed',
  'feeds',
  'emptied',
  'same_days',
  'same_opponents',
  'inbred',
  'unplayed',
] as const;
export type RingReasonKind = (typeof RING_REASONS)[number];
