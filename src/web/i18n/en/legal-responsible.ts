export const responsible = {
  heading: 'Responsible play',
  lead: 'Betting should stay fun. Here are ways to keep it that way, and help if it isn’t.',
  sections: {
    tools: {
      title: 'Your tools',
      limits:
        'Limits: cap what you stake or lose in a day, week or month. A lower limit applies right away, a higher one after {loosening_hours, number} hours.',
      time_out:
        'Time-out: {time_out_hours_min, number} hours to {time_out_days_max, number} days without betting, check-ins, invites or writing in chat.',
      exclusion:
        'Self-exclusion: {exclusion_months_min, number} months to {exclusion_years_max, number} years. It can’t be shortened, not even by us, and follows every account that we can recognise as yours.',
      reminder: 'Reminder: after each hour of play we show what you staked today and how it went.',
      open: '<limits>Set limits or take a break</limits>. During a break you can still sign in, read along and withdraw your points.',
    },
    signs: {
      title: 'Warning signs',
      list: {
        chasing: 'You bet more to win back what you lost',
        hiding: 'You hide how much you bet',
        mood: 'You bet to forget worries, or get restless without it',
        time: 'You miss work, school, sleep or time with people',
        money: 'You borrow money, or bet what you can’t afford to lose',
      },
      act: 'Do any of these sound like you? Take a break today, and talk to someone you trust or to one of the services below.',
    },
    tips: {
      title: 'What helps',
      list: {
        before: 'Decide before a match how much to bet, and for how long',
        loss: 'Take a loss as final',
        calm: 'Don’t bet when you’re upset, tired or drunk',
        free: 'Try the <league>forecast league</league>: the same fun without stakes',
        block:
          'Bet elsewhere too? Many countries have a register that blocks you from licensed betting sites. The services below can tell you more.',
      },
    },
    others: {
      title: 'Worried about someone else?',
      talk: 'Say what you’ve noticed, without blame. The services below also help families and friends.',
      minors: 'Matchpoint is only for people aged {age_min, number} or older. Keep your devices and sign-in away from children.',
    },
  },
} as const;
