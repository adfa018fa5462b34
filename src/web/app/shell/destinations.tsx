import ReceiptText from 'lucide-react/icons/receipt-text';
import Trophy from 'lucide-react/icons/trophy';
import UserRound from 'lucide-react/icons/user-round';
import type { SVGProps } from 'react';

/** The site's four sections, in the top bar and at the bottom of the phone. `within` lists the pages that belong to each. */
export const DESTINATIONS = [
  { to: '/matches', within: /^\/match(es)?(\/|$)/, label: 'matches', shortLabel: 'matches', Icon: FootballIcon },
  { to: '/leagues', within: /^\/leagues(\/|$)/, label: 'leagues', shortLabel: 'leagues', Icon: Trophy },
  { to: '/bets', within: /^\/(bets|groups?)(\/|$)/, label: 'bets', shortLabel: 'bets_short', Icon: ReceiptText },
  { to: '/account', within: /^\/(account|settings)(\/|$)/, label: 'account', shortLabel: 'account', Icon: UserRound },
] as const;

/** A football in the style of the other icons. */
function FootballIcon({ size = 24, ...props }: SVGProps<SVGSVGElement> & { size?: number }) {
  return (
    <svg
      aria-hidden
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      {...props}
    >
      <circle cx="12" cy="12" r="9" />
      <path d="M12 7l4.5 3.3-1.7 5.2H9.2L7.5 10.3z" />
    </svg>
  );
}
