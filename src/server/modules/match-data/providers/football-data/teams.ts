/**
 * openfootball's names of clubs that football-data.co.uk abbreviates, so that a club is one team in both collections.
 * A line of its own names the country; the following lines have football-data's name: openfootball's. A club of several divisions
 * whose files disagree has its name in the highest of them. Clubs not listed keep their names.
 */
const TEAMS = `
gb-eng
Arsenal: Arsenal FC | Aston Villa: Aston Villa FC | Bournemouth: AFC Bournemouth | Brentford: Brentford FC
Brighton: Brighton & Hove Albion FC | Burnley: Burnley FC | Chelsea: Chelsea FC | Crystal Palace: Crystal Palace FC
Everton: Everton FC | Fulham: Fulham FC | Ipswich: Ipswich Town FC | Leeds: Leeds United FC | Leicester: Leicester City FC
Liverpool: Liverpool FC | Luton: Luton Town FC | Man City: Manchester City FC | Man United: Manchester United FC
Newcastle: Newcastle United FC | Nott'm Forest: Nottingham Forest FC | Sheffield United: Sheffield United FC
Southampton: Southampton FC | Sunderland: Sunderland AFC | Tottenham: Tottenham Hotspur FC | West Ham: West Ham United FC
Wolves: Wolverhampton Wanderers FC | Birmingham: Birmingham City FC | Blackburn: Blackburn Rovers FC | Bristol City: Bristol City FC
Cardiff: Cardiff City FC | Charlton: Charlton Athletic FC | Coventry: Coventry City FC | Derby: Derby County FC
Huddersfield: Huddersfield Town AFC | Hull: Hull City AFC | Middlesbrough: Middlesbrough FC | Millwall: Millwall FC
Norwich: Norwich City FC | Oxford: Oxford United FC | Plymouth: Plymouth Argyle FC | Portsmouth: Portsmouth FC
Preston: Preston North End FC | QPR: Queens Park Rangers FC | Rotherham: Rotherham United FC | Sheffield Weds: Sheffield Wednesday FC
Stoke: Stoke City FC | Swansea: Swansea City AFC | Watford: Watford FC | West Brom: West Bromwich Albion FC | Wrexham: Wrexham AFC
Barnsley: Barnsley FC | Blackpool: Blackpool FC | Bolton: Bolton Wanderers | Bradford: Bradford City | Bristol Rvs: Bristol Rovers
Burton: Burton Albion | Cambridge: Cambridge United | Doncaster: Doncaster Rovers | Exeter: Exeter City | Lincoln: Lincoln City
Mansfield: Mansfield Town | Northampton: Northampton Town | Peterboro: Peterborough United | Port Vale: Port Vale FC
Reading: Reading FC | Shrewsbury: Shrewsbury Town | Stevenage: Stevenage FC | Stockport: Stockport County | Wigan: Wigan Athletic
Wycombe: Wycombe Wanderers | Accrington: Accrington Stanley | Barnet: Barnet FC | Barrow: Barrow AFC | Bromley: Bromley FC
Carlisle: Carlisle United | Cheltenham: Cheltenham Town | Chesterfield: Chesterfield FC | Colchester: Colchester United
Crewe: Crewe Alexandra | Gillingham: Gillingham FC | Grimsby: Grimsby Town | Harrogate: Harrogate Town | Morecambe: Morecambe FC
Oldham: Oldham Athletic | Salford: Salford City | Swindon: Swindon Town | Tranmere: Tranmere Rovers | Walsall: Walsall FC
King’s Lynn: Kings Lynn
gb-sct
Aberdeen: Aberdeen FC | Celtic: Celtic FC | Dundee: Dundee FC | Falkirk: Falkirk FC | Hearts: Heart of Midlothian
Hibernian: Hibernian FC | Kilmarnock: Kilmarnock FC | Livingston: Livingston FC | Motherwell: Motherwell FC | Rangers: Rangers FC
Ross County: Ross County FC | St Johnstone: St. Johnstone FC | St Mirren: St. Mirren FC
de
Augsburg: FC Augsburg | Bayern Munich: FC Bayern München | Bochum: VfL Bochum 1848 | Darmstadt: SV Darmstadt 98
Dortmund: Borussia Dortmund | Ein Frankfurt: Eintracht Frankfurt | FC Koln: 1. FC Köln | Freiburg: SC Freiburg | Hamburg: Hamburger SV
Heidenheim: 1. FC Heidenheim 1846 | Hoffenheim: TSG 1899 Hoffenheim | Holstein Kiel: Holstein Kiel | Leverkusen: Bayer 04 Leverkusen
M'gladbach: Borussia Mönchengladbach | Mainz: 1. FSV Mainz 05 | RB Leipzig: RB Leipzig | St Pauli: FC St. Pauli 1910
Stuttgart: VfB Stuttgart | Union Berlin: 1. FC Union Berlin | Werder Bremen: SV Werder Bremen | Wolfsburg: VfL Wolfsburg
Kaiserslautern: 1. FC Kaiserslautern | Magdeburg: 1. FC Magdeburg | Nurnberg: 1. FC Nürnberg | Bielefeld: Arminia Bielefeld
Dresden: Dynamo Dresden | Braunschweig: Eintracht Braunschweig | Schalke 04: FC Schalke 04 | Fortuna Dusseldorf: Fortuna Düsseldorf
Hannover: Hannover 96 | Hertha: Hertha BSC | Regensburg: Jahn Regensburg | Karlsruhe: Karlsruher SC | Paderborn: SC Paderborn 07
Wehen: SV Wehen Wiesbaden | Greuther Furth: SpVgg Greuther Fürth | Osnabruck: VfL Osnabrück
it
Atalanta: Atalanta BC | Bologna: Bologna FC 1909 | Cagliari: Cagliari Calcio | Como: Como 1907 | Cremonese: US Cremonese
Empoli: Empoli FC | Fiorentina: ACF Fiorentina | Frosinone: Frosinone Calcio | Genoa: Genoa CFC | Inter: FC Internazionale Milano
Juventus: Juventus FC | Lazio: SS Lazio | Lecce: US Lecce | Milan: AC Milan | Monza: AC Monza | Napoli: SSC Napoli
Parma: Parma Calcio 1913 | Pisa: AC Pisa 1909 | Roma: AS Roma | Salernitana: US Salernitana 1919 | Sassuolo: US Sassuolo Calcio
Torino: Torino FC | Udinese: Udinese Calcio | Venezia: Venezia FC | Verona: Hellas Verona FC | Reggiana: AC Reggiana 1919
Cittadella: AS Cittadella | Brescia: Brescia Calcio | Padova: Calcio Padova | Cesena: Cesena FC | Cosenza: Cosenza Calcio
Pescara: Delfino Pescara | Sudtirol: FC Südtirol | Modena: Modena FC | Palermo: Palermo FC | Bari: SSC Bari | Spezia: Spezia Calcio
Avellino: US Avellino
es
Alaves: Deportivo Alavés | Almeria: UD Almería | Ath Bilbao: Athletic Club | Ath Madrid: Club Atlético de Madrid | Barcelona: FC Barcelona
Betis: Real Betis Balompié | Cadiz: Cádiz CF | Celta: RC Celta de Vigo | Elche: Elche CF | Espanol: RCD Espanyol de Barcelona
Getafe: Getafe CF | Girona: Girona FC | Granada: Granada CF | Las Palmas: UD Las Palmas | Leganes: CD Leganés | Levante: Levante UD
Mallorca: RCD Mallorca | Osasuna: CA Osasuna | Oviedo: Real Oviedo | Real Madrid: Real Madrid CF | Sevilla: Sevilla FC
Sociedad: Real Sociedad de Fútbol | Valencia: Valencia CF | Valladolid: Real Valladolid CF | Vallecano: Rayo Vallecano de Madrid
Villarreal: Villarreal CF | Andorra: FC Andorra | Burgos: Burgos CF | Cartagena: FC Cartagena | Castellon: CD Castellón
Cordoba: Córdoba CF | Eibar: SD Eibar | Huesca: SD Huesca | La Coruna: Deportivo La Coruña | Leonesa: Cultural Leonesa
Malaga: Málaga CF | Mirandes: CD Mirandés | Santander: Racing Santander | Sociedad B: Real Sociedad B | Sp Gijon: Sporting Gijón
Tenerife: CD Tenerife | Zaragoza: Real Zaragoza
fr
Angers: Angers SCO | Auxerre: AJ Auxerre | Brest: Stade Brestois 29 | Clermont: Clermont Foot 63 | Le Havre: Le Havre AC
Lens: Racing Club de Lens | Lille: Lille OSC | Lorient: FC Lorient | Lyon: Olympique Lyonnais | Marseille: Olympique de Marseille
Metz: FC Metz | Monaco: AS Monaco FC | Montpellier: Montpellier HSC | Nantes: FC Nantes | Nice: OGC Nice
Paris SG: Paris Saint-Germain FC | Reims: Stade de Reims | Rennes: Stade Rennais FC 1901 | St Etienne: AS Saint-Étienne
Strasbourg: RC Strasbourg Alsace | Toulouse: Toulouse FC | Ajaccio: AC Ajaccio | Nancy: AS Nancy Lorraine | Amiens: Amiens SC
Guingamp: EA Guingamp | Troyes: ESTAC Troyes | Annecy: FC Annecy | Grenoble: Grenoble Foot 38 | Le Mans: Le Mans FC
Red Star: Red Star FC | Rodez: Rodez AF | Bastia: SC Bastia | Caen: SM Caen | Laval: Stade Lavallois | Dunkerque: USL Dunkerque
nl
AZ Alkmaar: AZ | Ajax: AFC Ajax | Excelsior: SBV Excelsior | Feyenoord: Feyenoord Rotterdam | For Sittard: Fortuna Sittard
Groningen: FC Groningen | Heerenveen: SC Heerenveen | Heracles: Heracles Almelo | Nijmegen: NEC | PSV Eindhoven: PSV
Twente: FC Twente '65 | Utrecht: FC Utrecht | Vitesse: SBV Vitesse | Volendam: FC Volendam | Waalwijk: RKC Waalwijk
Willem II: Willem II Tilburg | Zwolle: PEC Zwolle
be
Anderlecht: RSC Anderlecht | Antwerp: Royal Antwerp FC | Beerschot VA: K Beerschot VA | Charleroi: Sporting Charleroi
Club Brugge: Club Brugge KV | Genk: KRC Genk | Gent: KAA Gent | Kortrijk: KV Kortrijk | Mechelen: KV Mechelen
St Truiden: Sint-Truidense VV | St. Gilloise: Union Saint-Gilloise | Standard: Standard Liège | Waregem: SV Zulte Waregem
Westerlo: KVC Westerlo
pt
Arouca: FC Arouca | Benfica: Sport Lisboa e Benfica | Boavista: Boavista FC | Casa Pia: Casa Pia AC | Chaves: GD Chaves
Estoril: GD Estoril Praia | Famalicao: FC Famalicão | Farense: SC Farense | Gil Vicente: Gil Vicente FC
Guimaraes: Vitória Guimarães | Moreirense: Moreirense FC | Nacional: CD Nacional | Portimonense: Portimonense SC | Porto: FC Porto
Rio Ave: Rio Ave FC | Santa Clara: CD Santa Clara | Sp Braga: Sporting Clube de Braga | Sp Lisbon: Sporting Clube de Portugal
Tondela: CD Tondela | Vizela: FC Vizela
tr
Ad. Demirspor: Adana Demirspor | Besiktas: Beşiktaş | Buyuksehyr: İstanbul Başakşehir | Fenerbahce: Fenerbahçe | Gaziantep: Gaziantep FK
Genclerbirligi: Gençlerbirliği | Goztep: Göztepe | Karagumruk: Fatih Karagümrük | Kasimpasa: Kasımpaşa SK | Rizespor: Çaykur Rizespor
gr
AEK: AEK Athen | Aris: Aris Saloniki | Larisa: AE Lárissa | Levadeiakos: Levadiakos | OFI: OFI Heraklion | OFI Crete: OFI Heraklion
Olympiakos: Olympiakos Piraeus | PAOK: PAOK Saloniki
`;

function readTable(): Map<string, string> {
  const names = new Map<string, string>();
  let country = '';
  for (const line of TEAMS.trim().split('\n')) {
    if (!line.includes(':')) country = line;
    else {
      for (const pair of line.split(' | ')) {
        const [written, name] = pair.split(': ');
        names.set(`${country} ${written}`, name!);
      }
    }
  }
  return names;
}

const NAMES = readTable();

/** Returns a club's common name for its name in football-data.co.uk. */
export const teamName = (written: string, countryCode: string): string => NAMES.get(`${countryCode} ${written}`) ?? written;
