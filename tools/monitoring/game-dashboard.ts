import type { Row } from './dashboard.ts';

/** The game as its operators see it: stakes, how soon they are settled, how fresh scores are, and what is owed. */
export const GAME_DASHBOARD: readonly Row[] = [
  {
    heading: 'Stakes',
    panels: [
      {
        ...{ title: 'Stakes placed and refused', unit: 'reqps' },
        queries: [
          [
            'sum by (status) (rate(matchpoint_http_request_seconds_count{route="/api/bets",method="POST"}[$__rate_interval]))',
            '{{status}}',
          ],
        ],
      },
      { title: 'Points at stake', unit: 'short', queries: [['max by (market) (matchpoint_contests_points)', '{{market}}']] },
      { title: 'Contests that have not ended', unit: 'short', queries: [['max by (market) (matchpoint_contests)', '{{market}}']] },
    ],
  },
  {
    heading: 'Settlement',
    panels: [
      {
        ...{ title: 'From the score to the points', unit: 's', limit: 300 },
        queries: [
          ['histogram_quantile(0.5, sum by (le) (increase(matchpoint_settle_seconds_bucket[1h])))', 'half'],
          ['histogram_quantile(0.99, sum by (le) (increase(matchpoint_settle_seconds_bucket[1h])))', '99 of 100'],
        ],
      },
      {
        title: 'Contest due for longest',
        unit: 's',
        limit: 900,
        queries: [['max(matchpoint_settle_oldest_seconds)', 'since its score stands']],
      },
      { title: 'Settled within an hour', unit: 'short', queries: [['sum(increase(matchpoint_settle_seconds_count[1h]))', 'contests']] },
      {
        ...{ title: 'Ledger', unit: 's', limit: 93_600 },
        queries: [['max(matchpoint_ledger_proof_age_seconds)', 'since its last proof']],
      },
    ],
  },
  {
    heading: 'Feeds',
    panels: [
      {
        ...{ title: 'Matches that are on', unit: 'short' },
        queries: [
          ['matchpoint:matches_running:max', 'all'],
          ['matchpoint:matches_stale:max', 'not confirmed for two minutes'],
        ],
      },
      {
        title: 'Silence about near matches',
        unit: 's',
        limit: 600,
        queries: [['max by (feed) (matchpoint_feed_silent_seconds)', '{{feed}}']],
      },
      { title: 'Age of data', unit: 's', queries: [['max by (feed, kind) (matchpoint_feed_age_seconds)', '{{feed}} {{kind}}']] },
      {
        ...{ title: 'Requests left today', unit: 'percentunit' },
        queries: [['min by (feed) (matchpoint_feed_allowance_left) / max by (feed) (matchpoint_feed_allowance_per_day)', '{{feed}}']],
      },
    ],
  },
  {
    heading: 'Doubtful reports',
    panels: [
      {
        title: 'Quarantined within a day',
        unit: 'short',
        queries: [['max by (feed, reason) (matchpoint_quarantined)', '{{feed}}: {{reason}}']],
      },
      {
        title: 'Second opinions since yesterday',
        unit: 'short',
        queries: [['max by (feed, state) (matchpoint_second_opinions)', '{{feed}} {{state}}']],
      },
    ],
  },
  {
    heading: 'Payouts',
    panels: [
      { title: 'Not paid, in USDT', unit: 'short', queries: [['max by (state) (matchpoint_payouts_usdt)', '{{state}}']] },
      {
        title: 'Oldest recorded payout that is not final',
        unit: 's',
        limit: 3_600,
        queries: [['max(matchpoint_payouts_oldest_seconds)', 'age']],
      },
      {
        ...{ title: 'Treasury', unit: 'short' },
        queries: [
          ['max(matchpoint_treasury_usdt)', 'USDT'],
          ['max(matchpoint_treasury_short_usdt)', 'USDT short of what is owed'],
          ['max(matchpoint_treasury_trx)', 'TRX for fees'],
        ],
      },
      {
        ...{ title: 'Transfers without a withdrawal', unit: 'short', kind: 'stat', limit: 1 },
        queries: [['max(matchpoint_treasury_unexplained)', 'transfers']],
      },
    ],
  },
  {
    heading: 'Messages and webhooks',
    panels: [
      {
        title: 'Messages within an hour',
        unit: 'short',
        queries: [['max by (channel, how) (matchpoint_messages_ended)', '{{channel}} {{how}}']],
      },
      {
        ...{ title: 'Waiting', unit: 'short' },
        queries: [
          ['max by (channel, state) (matchpoint_messages)', 'message by {{channel}}: {{state}}'],
          ['max(matchpoint_news)', 'news'],
          ['max by (channel) (matchpoint_notifications)', 'notification by {{channel}}'],
          ['max(matchpoint_webhook_deliveries)', 'webhook event'],
        ],
      },
      {
        ...{ title: 'Webhook attempts', unit: 'reqps' },
        queries: [['sum by (outcome) (rate(matchpoint_webhook_attempts_total[$__rate_interval]))', '{{outcome}}']],
      },
    ],
  },
];
