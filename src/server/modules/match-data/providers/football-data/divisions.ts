/** A league of football-data.co.uk, by its code. */
export interface Division {
  /** The league's name in openfootball, so that both collections feed the same league. */
  league: string;
  countryCode: string;
}

const division = (countryCode: string, league: string): Division => ({ league, countryCode });

export const DIVISIONS: Readonly<Record<string, Division>> = {
  E0: division('gb-eng', 'English Premier League'),
  E1: division('gb-eng', 'English Championship'),
  E2: division('gb-eng', 'English League One'),
  E3: division('gb-eng', 'English League Two'),
  EC: division('gb-eng', 'English National League'),
  SC0: division('gb-sct', 'Scottish Premiership'),
  SC1: division('gb-sct', 'Scottish Championship'),
  SC2: division('gb-sct', 'Scottish League One'),
  SC3: division('gb-sct', 'Scottish League Two'),
  D1: division('de', 'Deutsche Bundesliga'),
  D2: division('de', 'Deutsche 2. Bundesliga'),
  I1: division('it', 'Italian Serie A'),
  I2: division('it', 'Italian Serie B'),
  SP1: division('es', 'Spain Primera División'),
  SP2: division('es', 'Spain Segunda División'),
  F1: division('fr', 'French Ligue 1'),
  F2: division('fr', 'French Ligue 2'),
  N1: division('nl', 'Netherlands Eredivisie'),
  B1: division('be', 'Belgium First Division A'),
  P1: division('pt', 'Portuguese Primeira Liga'),
  T1: division('tr', 'Turkish Süper Lig'),
  G1: division('gr', 'Greek Super League'),
};
