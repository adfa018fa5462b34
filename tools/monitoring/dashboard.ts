/** Writes dashboards of Grafana from what they say: panels with queries. Layout and settings that all panels share are added here. */

/** A line of a panel: a PromQL query and what the legend calls it; `{{label}}` is a label's value. */
export type Query = readonly [expr: string, legend: string];

/** Units of Grafana: seconds, requests a second, a share of 0 to 1, bytes, or a plain number. */
export type Unit = 's' | 'reqps' | 'percentunit' | 'bytes' | 'short';

export interface Panel {
  title: string;
  unit: Unit;
  queries: readonly Query[];
  /** `stat` shows the latest value; a number within it is drawn as a limit. */
  kind?: 'timeseries' | 'stat';
  /** From this value on, the panel is red. */
  limit?: number;
  /** What the panel shows, if its title does not say it. */
  description?: string;
}

/** A row of panels under a heading. */
export interface Row {
  heading: string;
  panels: readonly Panel[];
}

const COLUMNS = 24;
const HEIGHT = 8;
const SOURCE = { type: 'prometheus', uid: 'prometheus' };

/** Returns a dashboard as Grafana imports it, in JSON. `uid` is a part of its address. */
export function dashboardJson(uid: string, title: string, rows: readonly Row[]): string {
  const panels: object[] = [];
  let y = 0;
  for (const { heading, panels: ofRow } of rows) {
    panels.push({
      id: panels.length + 1,
      type: 'row',
      title: heading,
      collapsed: false,
      panels: [],
      gridPos: { x: 0, y, w: COLUMNS, h: 1 },
    });
    const w = COLUMNS / ofRow.length;
    for (const [i, panel] of ofRow.entries())
      panels.push(panelJson(panel, panels.length + 1, { x: Math.floor(i * w), y: y + 1, w: Math.floor(w), h: HEIGHT }));
    y += 1 + HEIGHT;
  }
  const dashboard = {
    ...{ uid, title, tags: ['matchpoint'], timezone: 'browser', schemaVersion: 39, editable: false, refresh: '30s' },
    ...{ time: { from: 'now-6h', to: 'now' }, templating: { list: [] }, annotations: { list: [] }, panels },
  };
  return `${JSON.stringify(dashboard, null, 1)}\n`;
}

function panelJson({ title, unit, queries, kind = 'timeseries', limit, description }: Panel, id: number, gridPos: object): object {
  const steps = [{ color: 'green', value: null as number | null }, ...(limit === undefined ? [] : [{ color: 'red', value: limit }])];
  const custom = kind === 'timeseries' ? { custom: { thresholdsStyle: { mode: limit === undefined ? 'off' : 'line' } } } : {};
  return {
    ...{ id, type: kind, title, ...(description !== undefined && { description }), datasource: SOURCE, gridPos },
    fieldConfig: { defaults: { unit, min: 0, thresholds: { mode: 'absolute', steps }, ...custom }, overrides: [] },
    options: kind === 'stat' ? { reduceOptions: { calcs: ['lastNotNull'] }, colorMode: 'background' } : { legend: { displayMode: 'list' } },
    targets: queries.map(([expr, legendFormat], i) => ({ refId: String.fromCharCode(65 + i), datasource: SOURCE, expr, legendFormat })),
  };
}
