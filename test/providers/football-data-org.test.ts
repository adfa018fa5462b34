import { footballDataOrg } from './football-data-org-day.ts';
import { proveFaults } from './prove-faults.ts';

proveFaults(footballDataOrg);
