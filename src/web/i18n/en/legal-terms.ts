export const terms = {
  heading: 'Terms',
  lead: 'The rules of Matchpoint in plain words. You agree to them when you create an account.',
  sections: {
    points: {
      title: 'Points',
      earn: 'You earn points by checking in, by inviting friends and by winning bets. Matchpoint can add points too: that is a top-up.',
      value: 'Points can’t be bought, sold or given away. The only way out is a withdrawal.',
      ledger: 'Every change is in your points history. We check the whole ledger every day.',
    },
    who: {
      title: 'Who can play',
      age: 'You must be {age_min, number} or older.',
      account: 'One account each, with your own email, phone and wallet. Don’t share or sell it.',
      law: 'Betting with points may be restricted where you live. Play only if the law there allows it.',
      countries:
        '{stake_blocked_count, plural, =0 {We don’t block any country at the moment. Your own law still applies.} other {Bets aren’t offered in: {stake_blocked}. We go by your IP address.}}',
      payouts: '{redeem_blocked_count, plural, =0 {} other {Withdrawals aren’t offered in: {redeem_blocked}.}}',
    },
    bets: {
      title: 'Placing bets',
      limits:
        'You can stake {stake_min, number} to {stake_max, number} points at a time, and up to {stake_contest_max, number} on one market of a match.',
      final: 'A bet is final. You can add to it while the market is open, but not change your pick or cancel.',
      closing: 'Markets close at kick-off by our clock, or as soon as the match starts if that’s earlier.',
      late: 'Bets placed after the real start are refunded, even if we only find out later, up to {correction_hours, number} hours after.',
      own: 'Limits that you set for yourself come first.',
    },
    pool: {
      title: 'The pool',
      share: 'All stakes on a market go into one pool. The winners share it in proportion to their stakes.',
      odds: 'Pool odds move with every stake until the market closes.',
      fee: '{pool_fee_percent, plural, =0 {We take no fee from the pool.} other {Our fee is #% of the losing stakes. Nothing is taken from winning stakes.}}',
      few: '{pool_participants_min, plural, =1 {} other {With fewer than # players, all stakes are refunded.}}',
      ends: 'If no bet wins, all stakes are refunded. If every bet wins, you get your stake back.',
    },
    fixed: {
      title: 'Fixed odds',
      paid: 'A winning bet pays your stake times the odds you took, rounded down. Later changes don’t matter.',
      moved: 'If the odds get worse while you bet, we ask you first. If they get better, you get the better ones.',
      margin:
        'Our odds follow those of bookmakers, plus our margin of {fixed_margin_percent, number}%. It’s {fixed_slow_margin_percent, number}% where odds reach us slowly, and {fixed_forecast_margin_percent, number}% where they come from our own forecast. In these two cases you can stake up to {fixed_weak_stake_max, number} points a match.',
      caps: 'One bet pays up to {bet_payout_max, number} points. On one outcome of a match, all bets together can win up to {match_liability_max, number}.',
      suspended: 'We may suspend fixed odds at any time. Bets you already placed stand.',
    },
    settling: {
      title: 'What decides a bet',
      football: 'Football: the score after 90 minutes and stoppage time. Extra time and penalties don’t count.',
      basketball: 'Basketball: the final score, overtime included.',
      tennis: 'Tennis: the winner of the last point. If a player retires, is defaulted or doesn’t play, stakes are refunded.',
      esports:
        'Esports: the winner of the series, or a draw where a series can end level. If a team forfeits before the first map, stakes are refunded.',
      other: 'If a league has another rule, its matches say so before you bet.',
      receipt:
        'Bets are settled once a result has stood for {score_stable_seconds, number} seconds.{confirm_wait_minutes, plural, =0 {} one { If a second data source covers the match, we wait up to # minute for it, and check by hand if the two disagree.} other { If a second data source covers the match, we wait up to # minutes for it, and check by hand if the two disagree.}} A public receipt shows how each payout was worked out.',
    },
    refunds: {
      title: 'Refunds and corrections',
      full: 'A refund is your exact stake, and never counts as a loss.',
      cancelled: 'If a match is cancelled, or one side doesn’t play, stakes are refunded.',
      waiting:
        'If it’s postponed, interrupted or doesn’t start, we wait {paused_hours, number} hours. Without play or a new time by then, stakes are refunded.',
      moved:
        'If it moves to a new date, pool bets stand for up to {new_date_pool_days, number} days and fixed-odds bets for up to {new_date_fixed_hours, number} hours. Beyond that they’re refunded.',
      corrections:
        'If a result is corrected within {correction_hours, number} hours, bets are settled again and new winners are paid in full. Points paid by mistake come out of your balance, then out of a withdrawal still in review. That withdrawal is rejected, and the rest of its points return to you.',
      zero: 'Your balance never goes below zero.',
    },
    rewards: {
      title: 'Check-ins and invites',
      check_in:
        'You can check in once per UTC day for {check_in_min, number} to {check_in_max, number} points. They grow over {check_in_days, number} days, then start over, as they do if you skip a day.',
      invites:
        'When a friend who joined with your code qualifies, you get {inviter_reward, number} points and your friend gets {invitee_reward, number}. We pay you for up to {invites_per_day, number} friends a day and {invites_per_month, number} a month (UTC).',
      conditions:
        'To qualify, your friend must confirm their email. Within {invite_within_days, number} days of signing up they need {invite_bets, number} settled bets on {invite_bet_days, number} different days, each with {play_min, number} points or more at risk.',
      review:
        'We check invites that share a browser, wallet or mailbox, or an IP address with more than {household_accounts_max, number} new accounts in a week. We may refuse them.',
      play_through:
        '{play_through, select, on {There is a play-through: points that you were given, or won from accounts related to yours, must be at risk once before you can withdraw them. Fixed odds below {low_odds, number, odds} don’t count. Your bets show how much did.} other {There is no play-through: points that you were given can be withdrawn like any others.}}',
    },
    withdrawals: {
      title: 'Withdrawals',
      rate: '{points_per_usdt, number} points are 1 USDT, paid to a TRC20 wallet on the TRON network.',
      limits:
        'You can withdraw in steps of {redeem_step, number} points: at least {redeem_min, number}, and up to {redeem_per_day, number} per UTC day and {redeem_per_30_days, number} in 30 days. One request at a time.',
      needs:
        'You need a wallet address in your profile, a confirmed email or Telegram, and the code we send there. It’s valid for {code_minutes, number} minutes.',
      holds: {
        intro_password: 'On hold for {hold_password_hours, number} hours: after a new password',
        wallet: 'On hold for {hold_wallet_hours, number} hours: after a new wallet address',
        contact: 'On hold for {hold_contact_hours, number} hours: after a new email, phone, Google or Telegram',
        not_me: 'On hold for {hold_not_me_hours, number} hours: after you report that something wasn’t you',
      },
      won: '{redeem_won_hours_min, plural, =0 {} other {Points won in the last # hours can’t be withdrawn yet.}}',
      review:
        'We review every request, usually within {review_hours, number} hours. Two of our team must agree on a first withdrawal, on more than {redeem_one_reviewer_max, number} points, on a wallet younger than {redeem_wallet_days, number} days, and when something looks wrong.',
      reject:
        'We may reject a request if it looks like cheating, if we can’t confirm the wallet or your identity, or if these terms were broken. We give the reason, and the points return to your balance.',
    },
    appeals: {
      title: 'If you disagree with us',
      withdrawal:
        'Rejected withdrawal: write to the contact at the top of this page. Give your username, the date, and why we’re wrong. You can also make a new request once the cause is fixed.',
      account:
        'Disabled account: you can’t sign in, bet or withdraw, and withdrawals that aren’t sent yet are frozen. Your points stay, and open bets are settled. Write to the contact above and ask for a second look.',
      mute: 'Muted in chat: you can appeal once, right where you would write.',
      complaint:
        'Any other complaint: please write to us first. If we can’t agree, turn to the body for complaints named above, if any, or to a court.',
    },
    usdt: {
      title: 'USDT, TRON and tax',
      value: 'USDT is issued by another company. It can lose value or stop being accepted, and we can’t prevent that.',
      network: 'A transfer on TRON can take time and can’t be undone. Check your wallet address: what goes to a wrong one is lost.',
      public: 'TRON is public for ever. Anyone can see the amount, the time and the wallet address of a payout.',
      tax: 'Payouts may be taxable. Declaring and paying tax is up to you.',
    },
    fair: {
      title: 'Fair play',
      rules: {
        one: 'No second accounts, and no bots',
        inside: 'No bets on what you already know, and none on matches you take part in',
        moving: 'No moving of points between accounts, such as losing on purpose',
      },
      checks: 'We compare browsers, IP addresses, wallets and bets to find cheating. Our team looks at each case before deciding.',
      result: 'We may refuse rewards and withdrawals, and disable accounts that break these rules.',
    },
    chat: {
      title: 'Chat',
      open: 'Once you’ve confirmed a contact, you can write before and during a match. Messages have up to {chat_text_max, number} characters and are public under your username.',
      rules: 'No spam, insults, threats or spoilers. Don’t pretend to speak for Matchpoint.',
      moderation:
        'You can report and hide messages. {chat_reports_hide, number} reports by trusted users hide a message until a moderator has looked. Moderators can remove messages and mute accounts, and give a reason.',
    },
    notifications: {
      title: 'Notifications',
      choice:
        'Push and Telegram notifications are up to you: <notifications>choose them in your settings</notifications>. Codes, security warnings and news of your withdrawals always come.',
      late: 'A notification can be late or go missing. The site shows what counts.',
    },
    care: {
      title: 'Responsible play',
      tools:
        'You can <limits>limit stakes and losses, or take a break</limits>. A self-exclusion can’t be shortened, and follows every account that we can recognise as yours.',
      help: 'If betting stops being fun, <responsible>here is help</responsible>.',
    },
    service: {
      title: 'The service and its limits',
      data: 'Scores, odds and forecasts can be late or wrong. They aren’t advice.',
      outages: 'The site may be down at times, or change. We may suspend betting, withdrawals or chat.',
      liability:
        'As far as the law allows, we aren’t liable for late or wrong data, for outages, or for transfers to the wallet address you gave. Your rights as a consumer stay as they are.',
      law: 'The governing law is named at the top of this page, if the operator has given it. Protection that the law of your own country guarantees you still applies.',
      changes:
        'When these terms change, so do the version and date at the top. A market keeps the fee and the settlement rule it opened with. If you don’t agree, you can withdraw your points and <security>delete your account</security>.',
    },
  },
} as const;
