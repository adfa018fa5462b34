import { apiTennis } from './api-tennis-day.ts';
import { proveFaults } from './prove-faults.ts';

proveFaults(apiTennis);
