import type { Row } from './dashboard.ts';

const ASKED = 'route!~"/api/(ready|health|alive|dev/.*)"';
const quantile = (share: number) =>
  `histogram_quantile(${share}, sum by (le) (rate(matchpoint_http_request_seconds_bucket{${ASKED}}[$__rate_interval])))`;

/** The site as its operators see it: what is asked, what fails, how fast it is, and what its processes need. */
export const SITE_DASHBOARD: readonly Row[] = [
  {
    heading: 'Objectives',
    panels: [
      {
        ...{ title: 'Errors of 30 days, as a share of the budget', unit: 'percentunit', kind: 'stat', limit: 1 },
        queries: [['slo:error_ratio:30d / on (slo) group_left () slo:error_budget', '{{slo}}']],
      },
      {
        ...{ title: 'Burn rate of the last hour', unit: 'short', limit: 14.4, description: 'At 1, the budget lasts for exactly 30 days.' },
        queries: [['slo:error_ratio:1h / on (slo) group_left () slo:error_budget', '{{slo}}']],
      },
      { title: 'Problems', unit: 'short', kind: 'stat', limit: 1, queries: [['max by (name) (matchpoint_problem) > 0', '{{name}}']] },
    ],
  },
  {
    heading: 'Traffic, errors, latency',
    panels: [
      {
        ...{ title: 'Requests', unit: 'reqps' },
        queries: [
          [`sum(rate(matchpoint_http_request_seconds_count{${ASKED}}[$__rate_interval]))`, 'answered'],
          ['sum(rate(matchpoint_http_kept_replies_total[$__rate_interval]))', 'from the cache'],
        ],
      },
      {
        ...{ title: 'Errors by route', unit: 'reqps' },
        queries: [
          [
            `topk(10, sum by (route, status) (rate(matchpoint_http_request_seconds_count{status=~"5..",${ASKED}}[$__rate_interval])))`,
            '{{route}} {{status}}',
          ],
        ],
      },
      {
        ...{ title: 'Latency', unit: 's', limit: 1 },
        queries: [
          [quantile(0.5), 'half'],
          [quantile(0.95), '95 of 100'],
          [quantile(0.99), '99 of 100'],
        ],
      },
    ],
  },
  {
    heading: 'Sockets and streams',
    panels: [
      {
        ...{ title: 'Open', unit: 'short' },
        queries: [
          ['sum by (instance) (matchpoint_live_sockets)', 'sockets of {{instance}}'],
          ['sum(matchpoint_stream_listeners)', 'streams of the open API'],
        ],
      },
      {
        ...{ title: 'Sent', unit: 'reqps' },
        queries: [
          ['sum(rate(matchpoint_live_frames_total[$__rate_interval]))', 'frames'],
          ['sum(rate(matchpoint_stream_events_total[$__rate_interval]))', 'events of streams'],
        ],
      },
      {
        ...{ title: 'Dropped', unit: 'reqps', limit: 1 },
        queries: [
          ['sum(rate(matchpoint_live_dropped_total[$__rate_interval]))', 'sockets'],
          ['sum(rate(matchpoint_stream_dropped_total[$__rate_interval]))', 'streams'],
        ],
      },
      {
        ...{ title: 'Memory of topics', unit: 'short' },
        queries: [
          ['sum(matchpoint_live_topics)', 'topics of sockets'],
          ['sum(matchpoint_stream_topics)', 'topics of streams'],
        ],
      },
    ],
  },
  {
    heading: 'Background work',
    panels: [
      {
        ...{ title: 'Jobs: slowest tenth', unit: 's', limit: 30 },
        queries: [
          [
            'topk(10, histogram_quantile(0.9, sum by (exported_job, le) (rate(matchpoint_job_seconds_bucket[$__rate_interval]))))',
            '{{exported_job}}',
          ],
        ],
      },
      {
        title: 'Jobs that failed',
        unit: 'short',
        queries: [['sum by (exported_job) (increase(matchpoint_job_failures_total[10m])) > 0', '{{exported_job}}']],
      },
      {
        ...{ title: 'Oldest in each queue', unit: 's', limit: 120 },
        queries: [
          ['max by (channel) (matchpoint_messages_oldest_seconds)', 'message by {{channel}}'],
          ['max(matchpoint_news_oldest_seconds)', 'news'],
          ['max by (channel) (matchpoint_notifications_oldest_seconds)', 'notification by {{channel}}'],
          ['max(matchpoint_webhook_oldest_seconds)', 'webhook event'],
        ],
      },
      {
        title: 'Leases without a holder',
        unit: 's',
        limit: 30,
        queries: [['max by (lease) (matchpoint_lease_free_seconds)', '{{lease}}']],
      },
    ],
  },
  {
    heading: 'Processes',
    panels: [
      { title: 'Event loop lag (99 of 100)', unit: 's', limit: 0.2, queries: [['nodejs_eventloop_lag_p99_seconds', '{{instance}}']] },
      {
        title: 'Processor',
        unit: 'percentunit',
        queries: [['rate(process_cpu_seconds_total{job="matchpoint"}[$__rate_interval])', '{{instance}}']],
      },
      { title: 'Memory', unit: 'bytes', queries: [['process_resident_memory_bytes{job="matchpoint"}', '{{instance}}']] },
      {
        ...{ title: 'Database connections', unit: 'short' },
        queries: [
          ['sum by (pool) (matchpoint_database_connections_busy)', 'busy: {{pool}}'],
          ['sum by (pool) (matchpoint_database_connections)', 'open: {{pool}}'],
          ['sum by (pool) (matchpoint_database_waiting)', 'waiting: {{pool}}'],
        ],
      },
    ],
  },
];
