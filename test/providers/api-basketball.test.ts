import { apiBasketball } from './api-basketball-day.ts';
import { proveFaults } from './prove-faults.ts';

proveFaults(apiBasketball);
