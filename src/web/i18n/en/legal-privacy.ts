export const privacy = {
  heading: 'Privacy',
  lead: 'What we keep about you, why, for how long, and who sees it.',
  sections: {
    who: {
      title: 'Who is responsible',
      controller: 'The operator named above decides what happens with your data. Write to that contact with any question about it.',
    },
    kept: {
      title: 'What we keep',
      account: {
        profile: 'Your email, username, display name, country, language and time zone, and a hash of your password',
        given: 'If you give them: your phone number, your wallet addresses now and earlier, and your Google or Telegram account',
        sign_in: 'Where you sign in: IP address, its country, the browser’s name, and a random number that we give the browser',
        activity: 'On which days you were here, and from when to when',
      },
      play: {
        points: 'Your bets, every change of your points, check-ins, and who invited you',
        withdrawals: 'Withdrawals: points, amount, wallet, contact, decision, and the transaction on TRON',
        limits: 'Limits you set, how much of them is used, and time away from play',
        forecasts: 'Your forecasts without stakes, and the friends’ leagues you’re in',
      },
      other: {
        chat: 'Chat messages, reports, the people you hide, mutes and appeals, and what moderators decided',
        favorites: 'The teams, leagues and matches you follow',
        push: 'What you want notifications about, and the push address of each browser that you allowed',
        messages: 'Which emails, texts and Telegram messages we sent you, and when',
        team: 'Notes by our team about your account, and a log of what they changed',
      },
      never: 'We don’t keep card or bank details, and there are no trackers and no advertising.',
    },
    fraud: {
      title: 'How we find cheating',
      score:
        'When you ask for a withdrawal, a program looks for accounts that belong together: by browsers, IP addresses, wallets, mailboxes, invites, and who lost points to whom. The result is a score with reasons.',
      people: 'A score never decides by itself. Our team does, and you can ask for another look.',
      automatic:
        'Some things do happen automatically. A corrected result rejects a withdrawal in review, and returns its points. A word on our list, or {chat_reports_hide, number} reports by trusted users, hides a chat message until a moderator has looked.',
    },
    why: {
      title: 'Why we may do this',
      reasons: {
        contract: 'Contract: your account, bets, points, withdrawals, chat and forecasts',
        legitimate: 'Legitimate interest: security, fair play, keeping chat pleasant, and proving that payouts were right',
        consent: 'Consent: push and Telegram notifications. You can take it back in your settings at any time.',
        law: 'Legal duty: records of payouts, and self-exclusion where the law asks for it',
      },
    },
    time: {
      title: 'How long we keep it',
      periods: {
        ip: 'IP address of your sign-up: {registration_ip_days, number} days',
        sessions: 'Sessions with their IP addresses: {session_days, number} days after they end',
        activity: 'Days on which you were here: {activity_days, number} days',
        chat: 'Chat messages, and mutes after their end: {chat_days, number} days',
        messages:
          'Emails and texts: what they say, until they’re sent; the record that we sent them, for {message_days, number} days. Notifications: {notification_days, number} days',
        push: 'Push addresses: until you sign out in that browser or turn them off',
        audit: 'Log of what our team did: {audit_years, number} years',
        account: 'Everything else that identifies you: until you delete your account',
      },
      stays:
        'Bets, changes of points, payouts with their transaction and the reasons for decisions stay, because every balance is proved by them. After you leave they carry only an internal number.',
    },
    device: {
      title: 'On your device',
      cookies: 'Cookies keep you signed in, recognise the browser for a year, and remember language, theme and time zone.',
      storage:
        'The browser also stores your session, what you follow, an invite code for {invite_link_days, number} days, drafts in chat, and pages for reading offline.',
      human: 'The check that you’re human is a small calculation in your browser. It collects nothing about you.',
    },
    others: {
      title: 'Who works for us',
      hosting:
        '{has_services, select, yes {Companies that process data for us: {services}.} other {The operator has not named the companies for hosting, email and texts yet. Ask the contact above.}}',
      mail: '{mail, select, yes {An email service gets your email address and what we write to you.} other {}}',
      sms: '{sms, select, yes {A text message service gets your phone number and the code.} other {}}',
      telegram:
        '{telegram, select, yes {Telegram, if you connect it, gets the messages of our bot and knows that you use Matchpoint. If the owner of a tipping group connects a Telegram chat, everyone in that chat can see the usernames and points of the group’s first ten; members of the group see that.} other {}}',
      google:
        '{google, select, yes {Google, if you sign in with it, knows that you use Matchpoint and gives us your name and email.} other {}}',
      push: 'The push service of your browser (Google, Apple, Mozilla or Microsoft) delivers notifications. What they say is encrypted for your browser.',
      geo: 'Only if neither you nor your browser names a language of ours, your browser asks {geo} for the country of your IP address. They don’t learn which page you read.',
      country: 'For everything else we look up the country of an IP address in a file of our own.',
      payouts: 'A payout is written to the TRON network with your wallet address, and stays there in public for ever. We can’t erase it.',
    },
    abroad: {
      title: 'Data in other countries',
      transfers:
        'Some of these services work in other countries, whose laws may protect data less. Ask the contact above where your data is held and what protects it there.',
    },
    seen: {
      title: 'Who sees what',
      public: {
        chat: 'Everyone: what you write in the chat of a match, under your username and display name. In a tipping group its members: your tips, and what you write there.',
        league: 'Everyone: your place in the forecast league, under your username',
        receipts:
          'Everyone: your bets on receipts, under a different made-up name for each market. Your username is there only if you turn that on in your <profile>profile</profile>.',
        friends: 'Members of a friends’ league: your username and scores in it',
        inviter: 'The friend who invited you: your email, mostly hidden, and whether the invite counts',
        programs:
          'Whoever has an API key, a webhook or a calendar address that you made: what you made it for, such as your bets, your tips or the matches you follow, until you remove it',
      },
      team: 'Our team sees what it needs to help you and keep play fair. Some of the team see your contact details only in part, and every change is logged.',
      else: 'Nothing else is shown to others. We never sell data.',
    },
    exclusion: {
      title: 'If you exclude yourself',
      marks:
        'While a self-exclusion lasts, we keep fingerprints of your mailbox, phone, wallet, browsers and connected accounts. They can’t be turned back into the details themselves. They stay even after you leave, so that the exclusion applies to a new account too. When it ends, they’re deleted.',
    },
    rights: {
      title: 'Your rights',
      copy: 'You can <security>download all we keep about you</security> on the security page, and correct your details in your <profile>profile</profile>.',
      delete:
        'You can <security>delete your account</security> there too. After {deletion_days, number} days, and once open bets and withdrawals are finished, we erase everything that identifies you. You lose any points you have left.',
      more: 'Depending on where you live, you can also object, restrict the use of your data, or take it elsewhere. Write to the contact above.',
      complain: 'You can complain to the data protection authority where you live.',
    },
    minors: {
      title: 'Minors',
      age: 'Matchpoint is for people aged {age_min, number} or older. If you know of an account held by someone younger, tell us and we’ll disable it.',
    },
    changes: {
      title: 'Changes',
      date: 'When this notice changes, so does the date at the top.',
    },
  },
} as const;
