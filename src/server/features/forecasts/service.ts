export { weighCrowds } from './crowd.ts';
export { type Forecaster, startForecaster } from './forecaster.ts';
export { freezeForecasts } from './freeze.ts';
export { type AllOpinions, allOpinionsOf } from './opinions.ts';
export { createRenewal } from './renew.ts';
export { outcomesNow } from './score-probability.ts';
export { createOutlookRenewal } from './season-outlook-renewal.ts';
export { scoreForecasts } from './track-record-scoring.ts';
