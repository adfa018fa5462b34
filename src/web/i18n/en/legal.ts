export const legal = {
  load_failed: 'This text could not be loaded',
  terms: {
    heading: 'Terms',
    lead: 'The rules of Matchpoint, in short sentences. By creating an account you agree to them.',
    points_title: 'Points',
    points:
      'You earn points by checking in, by inviting friends and by being right. Points cannot be bought, sold or given to somebody else.',
    who_title: 'Who may take part',
    who: 'People of 18 or older, with one account each and contacts of their own. Where you live, predicting for points may be regulated: you take part only if it is allowed.',
    stakes_title: 'Stakes',
    stakes: 'A stake cannot be taken back. Contests close at kick-off. The winners share the pool in proportion to their stakes.',
    settling_title: 'What decides',
    settling:
      'Football counts as it stands after 90 minutes and stoppage time; extra time and penalties do not count. Basketball counts as it ends, overtime included. In tennis the winner counts once the last point is played: when a player retires, is defaulted or does not come, stakes come back. In esports the winner of the series counts, or the draw where a series can be drawn: when a team forfeits before the first map, stakes come back. Where a league has another rule, its matches say so before you stake.',
    refunds_title: 'Refunds and corrections',
    refunds:
      'When a match is cancelled, abandoned or not played in time, stakes come back in full. When a result is corrected within 72 hours, what was paid is corrected too; your balance never falls below zero.',
    redeem_title: 'Redeeming',
    redeem:
      'Points can be redeemed for USDT in the steps and up to the limits that the account page tells. A person looks at each request, as a rule within 24 hours, and may reject it: then the points come back. What was paid out to a wrong wallet of yours cannot be fetched back.',
    fair_title: 'Fair play',
    fair: 'No second accounts, no robots, no betting on what you already know. Accounts that break this can be disabled.',
    care_title: 'Playing with care',
    care: 'You can limit what you stake and what you lose, and take time away from play. Nobody shortens a self-exclusion, and it holds for every other account of yours.',
    service_title: 'The service',
    service:
      'Scores, odds and probabilities may be late or wrong and are no advice. The operator of this site may change it, and will keep the ledger of your points.',
  },
  privacy: {
    heading: 'Privacy',
    lead: 'What is kept, for how long, and who sees it.',
    kept_title: 'What is kept',
    kept: 'Your email address, the name you chose, your time zone, a hash of your password, your bets, and every change of your points; your phone number, the wallet addresses that you have and had, and Google or Telegram account, if you give them. Where you sign in: the IP address, its country, what the browser calls itself, and a random number that the browser is given. Whether you are human is tested by a small computation in your browser; nothing about you is collected for it.',
    time_title: 'For how long',
    time: 'IP addresses 90 days, ended sessions 30 days, and what was mailed to you only until it is sent. Changes of points are kept as long as the site exists, because every balance is proved by them. Withdrawals keep points, amount, decision and transaction; their wallet and contact are erased when you leave.',
    device_title: 'On your device',
    device:
      'Cookies keep you signed in, recognise the browser for a year, and remember language and theme. The browser also remembers your session, an invite code for 30 days, and when you last saw the invitation. There are no trackers and no advertising.',
    address_title: 'Finding your language',
    address:
      'Only when you have chosen no language and your browser asks for none of ours, a public service is asked for the country of your IP address. It is not told which page you read.',
    care_title: 'Limits and time away',
    care: 'Limits that you set, and time away from play, are kept with your account. While a self-exclusion lasts, scrambled marks of your mailbox, phone, wallet, devices and linked accounts are kept, also after you have left, so that it holds for a new account too.',
    leaving_title: 'Taking it along, and leaving',
    leaving:
      'On the security page you can download all that is kept about you, and delete your account. Seven days later everything that says who you are is erased, and what is left of your points is gone.',
    seen_title: 'Who sees it',
    seen: 'Others see your public name only. Friends whose invitation you accepted see your email address masked. The people who run this site see what they need to help you and to keep play fair.',
  },
} as const;
