import type { TrackRecord } from '#contract/forecasts.ts';

export type Past = TrackRecord['recent'][number];

/** Whether what was thought likeliest came true; of two equally likely, either. */
export const isRight = ({ model, outcome }: Past): boolean => model[outcome] === Math.max(model.home, model.draw, model.away);
