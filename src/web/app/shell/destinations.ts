import { ReceiptText, Trophy, UserRound } from 'lucide-react';
import { FootballIcon } from '#web/ui/football-icon.tsx';

/** The four places of the site, in the top bar and at the foot of the phone. `within` tells which pages belong to each. */
export const DESTINATIONS = [
  { to: '/matches', within: /^\/match(es)?(\/|$)/, label: 'matches', shortLabel: 'matches', Icon: FootballIcon },
  { to: '/leagues', within: /^\/leagues(\/|$)/, label: 'leagues', shortLabel: 'leagues', Icon: Trophy },
  { to: '/bets', within: /^\/bets(\/|$)/, label: 'bets', shortLabel: 'bets_short', Icon: ReceiptText },
  { to: '/account', within: /^\/(account|settings)(\/|$)/, label: 'account', shortLabel: 'account', Icon: UserRound },
] as const;
