import { apiFootball } from './api-football-day.ts';
import { proveFaults } from './prove-faults.ts';

proveFaults(apiFootball);
