import { liveTennis } from './live-tennis-day.ts';
import { proveFaults } from './prove-faults.ts';

proveFaults(liveTennis);
