// Measures the forecasts of the sports other than football on real matches, walking forward, beside their peers
// (docs/forecast-other-sports.md). Prints the worst ratio last: above 1 a requirement is not met.
import { measureBasketball } from '#tools/backtest/basketball-measures.ts';
import { measureEsports } from '#tools/backtest/esports-measures.ts';
import { measureTennis } from '#tools/backtest/tennis-measure.ts';

const ratios: number[] = [];
function tell(what: string, value: number, max: number, digits = 4): void {
  ratios.push(value / max);
  console.log(`${what}: ${value.toFixed(digits)} (limit ${max}, ratio ${(value / max).toFixed(4)})`);
}

for (const measure of [measureTennis, measureBasketball, measureEsports]) measure(tell);

if (ratios.length === 0) process.exit(0);
console.log(`backtest-sports-worst-vs-asked ${Math.max(...ratios).toFixed(4)}`);
process.exit(Math.max(...ratios) <= 1 ? 0 : 1);
