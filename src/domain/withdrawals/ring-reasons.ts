/**
 * Traits that many accounts of one hand share, and few accounts of a place: a browser, a wallet, and mailboxes whose names differ only by
 * digits ("lucky1@", "lucky2@").
 */
export const HAND_TRAITS = ['device', 'wallet', 'mail_name'] as const;
/**
 * Traits that a household, an office or a university shares as well. `host`, `site` and `block` are the tiers of a network, the smallest
 * first.
 */
export const PLACE_TRAITS = ['host', 'site', 'block', 'mail_domain', 'inviter'] as const;

export type HandTrait = (typeof HAND_TRAITS)[number];
export type PlaceTrait = (typeof PLACE_TRAITS)[number];

/**
 * Ties between accounts: a trait; `feeds`: it loses its points to the other, directly or over others; `fed`: it wins the other's points.
 */
export const RING_TIES = [...HAND_TRAITS, ...PLACE_TRAITS, 'feeds', 'fed'] as const;
export type RingTie = (typeof RING_TIES)[number];

/** Components of a ring's score (docs/decisions/048). */
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
