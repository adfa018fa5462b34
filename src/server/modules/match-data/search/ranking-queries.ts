/**
 * Queries that people type, and what they mean: the text, the name of the team or league, and, if the query is ambiguous, among how
 * many first hits it has to be (by default it is the first). The names are those of known-names.ts and similar files, and of OTHERS.
 */
export const RANKING_QUERIES = `
arsenal | Arsenal FC
ARSENAL FC | Arsenal FC
gunners | Arsenal FC
阿森纳 | Arsenal FC
枪手 | Arsenal FC
arsenla | Arsenal FC
arse | Arsenal FC
arsnal | Arsenal FC
aston villa | Aston Villa FC
villa | Aston Villa FC
bornemouth | AFC Bournemouth
bournemouth | AFC Bournemouth
brighton and hove | Brighton & Hove Albion FC
brighton & hove albion | Brighton & Hove Albion FC
seagulls | Brighton & Hove Albion FC
布莱顿 | Brighton & Hove Albion FC
chelsea | Chelsea FC
chlesea | Chelsea FC
chelsae | Chelsea FC
chels | Chelsea FC
切尔西 | Chelsea FC
车路士 | Chelsea FC
palace | Crystal Palace FC
cristal palace | Crystal Palace FC
水晶宫 | Crystal Palace FC
everton | Everton FC
toffees | Everton FC
everton de vina | Everton de Viña del Mar
leeds | Leeds United FC
liecester | Leicester City FC
foxes | Leicester City FC
liverpool | Liverpool FC
liverpol | Liverpool FC
liverp | Liverpool FC
lfc | Liverpool FC
利物浦 | Liverpool FC
liverpool montevideo | Liverpool FC Montevideo
man city | Manchester City FC
mancity | Manchester City FC
mcfc | Manchester City FC
曼城 | Manchester City FC
manchester city | Manchester City FC
manchester c | Manchester City FC
man utd | Manchester United FC
man united | Manchester United FC
manutd | Manchester United FC
mu | Manchester United FC
mufc | Manchester United FC
曼联 | Manchester United FC
曼彻斯特联 | Manchester United FC
red devils | Manchester United FC | 3
manchester untied | Manchester United FC
manchetser united | Manchester United FC
manchester | Manchester City FC | 3
man u | Manchester United FC
newcastle | Newcastle United FC
magpies | Newcastle United FC
纽卡 | Newcastle United FC
nottm forest | Nottingham Forest FC
nott'm forest | Nottingham Forest FC
notingham | Nottingham Forest FC
spurs | Tottenham Hotspur FC
tottenham | Tottenham Hotspur FC
totenham | Tottenham Hotspur FC
热刺 | Tottenham Hotspur FC
west ham | West Ham United FC
westham | West Ham United FC
hammers | West Ham United FC
wolves | Wolverhampton Wanderers FC
wolverhamton | Wolverhampton Wanderers FC
狼队 | Wolverhampton Wanderers FC
west brom | West Bromwich Albion FC
sheff utd | Sheffield United FC
celtic | Celtic FC
rangers | Rangers FC
real madrid | Real Madrid CF
realmadrid | Real Madrid CF
real m | Real Madrid CF
rela madrid | Real Madrid CF
皇马 | Real Madrid CF
皇家马德里 | Real Madrid CF
皇家马得里 | Real Madrid CF
madrid | Real Madrid CF | 3
los blancos | Real Madrid CF
castilla | Real Madrid Castilla
barca | FC Barcelona
barça | FC Barcelona
barcelona | FC Barcelona
barcelone | FC Barcelona
barcalon | FC Barcelona
BARCELONA | FC Barcelona
fcb | FC Barcelona | 3
巴萨 | FC Barcelona
巴塞罗那 | FC Barcelona
barcelona sc | Barcelona SC
atletico madrid | Club Atlético de Madrid
atlético | Club Atlético de Madrid
atleti | Club Atlético de Madrid
马竞 | Club Atlético de Madrid
athletic bilbao | Athletic Club
bilbao | Athletic Club
athletic club | Athletic Club
real sociedad | Real Sociedad de Fútbol
la real | Real Sociedad de Fútbol
betis | Real Betis Balompié
sevilla | Sevilla FC
sevila | Sevilla FC
valencia | Valencia CF
villareal | Villarreal CF
黄潜 | Villarreal CF
celta vigo | RC Celta de Vigo
alaves | Deportivo Alavés
espanyol | RCD Espanyol de Barcelona
bayern | FC Bayern München
bayern munich | FC Bayern München
bayern munchen | FC Bayern München
bayern muenchen | FC Bayern München
拜仁 | FC Bayern München
bayren | FC Bayern München
dortmund | Borussia Dortmund
bvb | Borussia Dortmund
dortmnd | Borussia Dortmund
多特 | Borussia Dortmund
leverkusen | Bayer 04 Leverkusen
bayer leverkusen | Bayer 04 Leverkusen
药厂 | Bayer 04 Leverkusen
leipzig | RB Leipzig
gladbach | Borussia Mönchengladbach
monchengladbach | Borussia Mönchengladbach
moenchengladbach | Borussia Mönchengladbach
koln | 1. FC Köln
koeln | 1. FC Köln
cologne | 1. FC Köln
hsv | Hamburger SV
schalke | FC Schalke 04
st pauli | FC St. Pauli 1910
st. pauli | FC St. Pauli 1910
hoffenheim | TSG 1899 Hoffenheim
union berlin | 1. FC Union Berlin
inter | FC Internazionale Milano
inter milan | FC Internazionale Milano
intermilan | FC Internazionale Milano
国米 | FC Internazionale Milano
国际米兰 | FC Internazionale Milano
milan | AC Milan
ac milan | AC Milan
ac米兰 | AC Milan
米兰 | AC Milan
rossoneri | AC Milan
juve | Juventus FC
juventus | Juventus FC
juvetnus | Juventus FC
尤文 | Juventus FC
napoli | SSC Napoli
naples | SSC Napoli
roma | AS Roma
as roma | AS Roma
rome | AS Roma
罗马 | AS Roma
lazio | SS Lazio
fiorentina | ACF Fiorentina
florentina | ACF Fiorentina
atalanta | Atalanta BC
torino | Torino FC
psg | Paris Saint-Germain FC
paris sg | Paris Saint-Germain FC
paris saint germain | Paris Saint-Germain FC
paris st germain | Paris Saint-Germain FC
saint-germain | Paris Saint-Germain FC
大巴黎 | Paris Saint-Germain FC
巴黎 | Paris Saint-Germain FC
marseille | Olympique de Marseille
marseile | Olympique de Marseille
om | Olympique de Marseille
lyon | Olympique Lyonnais
st etienne | AS Saint-Étienne
saint-etienne | AS Saint-Étienne
rennes | Stade Rennais FC 1901
lille | Lille OSC
benfica | SL Benfica
本菲卡 | SL Benfica
sporting | Sporting CP
sporting lisbon | Sporting CP
porto | FC Porto
ajax | AFC Ajax
ajax amsterdam | AFC Ajax
psv | PSV Eindhoven
feyenord | Feyenoord Rotterdam
fenerbahce | Fenerbahçe SK
FENERBAHÇE | Fenerbahçe SK
besiktas | Beşiktaş JK
BEŞİKTAŞ | Beşiktaş JK
galatasary | Galatasaray SK
olympiakos | Olympiacos FC
Ολυμπιακός | Olympiacos FC
red star | FK Crvena zvezda
copenhagen | FC København
kobenhavn | FC København
malmo | Malmö FF
malmoe | Malmö FF
bodo glimt | FK Bodø/Glimt
bodø | FK Bodø/Glimt
dynamo kiev | FC Dynamo Kyiv
Шахтар | FC Shakhtar Donetsk
sao paulo | São Paulo FC
gremio | Grêmio FBPA
boca | CA Boca Juniors
river plate | CA River Plate
inter miami | Inter Miami CF
申花 | Shanghai Shenhua FC
国安 | Beijing Guoan FC
浦和 | Urawa Red Diamonds
ha noi | Hà Nội FC
hà nội | Hà Nội FC
cong an ha noi | Công An Hà Nội FC
hagl | Hoàng Anh Gia Lai FC
hoang anh | Hoàng Anh Gia Lai FC
gia lai | Hoàng Anh Gia Lai FC
al nassr | Al-Nassr FC
النصر | Al-Nassr FC
germany | Germany
germnay | Germany
duc | Germany
Đức | Germany
đức | Germany
德国 | Germany
deutschland | Germany
france | France
phap | France
法国 | France
les bleus | France
tay ban nha | Spain
Tây Ban Nha | Spain
espana | Spain
西班牙 | Spain
bo dao nha | Portugal
nhat ban | Japan
nhật | Japan
han quoc | South Korea
korea | South Korea | 3
韩国 | South Korea
ha lan | Netherlands
holland | Netherlands
荷兰 | Netherlands
england | England
anh | England
Three Lions | England
ý | Italy
italia | Italy
viet nam | Vietnam
vietnam | Vietnam
Việt Nam | Vietnam
越南 | Vietnam
trung quoc | China PR
中国 | China PR
国足 | China PR
thuy dien | Sweden
thai lan | Thailand
thái | Thailand
brasil | Brazil
argentna | Argentina
turkiye | Turkey
usa | United States
mỹ | United States
cote d'ivoire | Ivory Coast
crotia | Croatia
hrvatska | Croatia
epl | Premier League
premier league | Premier League
premier leage | Premier League
英超 | Premier League
ngoai hang anh | Premier League
Ngoại hạng Anh | Premier League
la liga | Primera División
laliga | Primera División
primera division | Primera División
西甲 | Primera División
bundesliga | Bundesliga
bundeslga | Bundesliga
德甲 | Bundesliga
serie a | Serie A
意甲 | Serie A
brasileirao | Série A
ligue 1 | Ligue 1
法甲 | Ligue 1
eredivisie | Eredivisie
super lig | Süper Lig
mls | Major League Soccer
中超 | Chinese Super League
v league | V.League 1
ucl | UEFA Champions League
champions league | UEFA Champions League
champoins league | UEFA Champions League
欧冠 | UEFA Champions League
cup c1 | UEFA Champions League
europa league | UEFA Europa League
欧联 | UEFA Europa League
world cup | World Cup
世界杯 | World Cup
euro | UEFA European Championship
欧洲杯 | UEFA European Championship
copa america | Copa América
libertadores | Copa Libertadores
fa cup | FA Cup
足总杯 | FA Cup
2. bundesliga | 2. Bundesliga
`;

/** Less known teams with names similar to those that most people mean. */
export const OTHERS = [
  'Everton de Viña del Mar',
  'Liverpool FC Montevideo',
  'Arsenal de Sarandí',
  'Barcelona SC',
  'Real Madrid Castilla',
  'Chelsea Berekum',
  'FC Inter Turku',
  'Milan Futuro',
  'Manchester 62 FC',
  'Valencia Féminas',
  'Sporting de Gijón',
  'Sporting Kansas City',
  'Racing de Santander',
  'River Plate Montevideo',
  'Real Valladolid CF',
  'Real Zaragoza',
  'Real Oviedo',
  'Union Saint-Gilloise',
  'Rayo OKC',
  'Leeds United Reserves',
  'Newcastle Jets',
  'Rangers de Talca',
  'AD Parma Femminile',
  'Romford FC',
  'Roman FC',
  'Porto Alegre FC',
  'Atlético Mineiro',
  'Athletic Bilbao B',
  'Bayern Hof',
  'West Ham Park',
  'Germania Ratingen',
  'Japan Soccer College',
  'Hanover 96 Ladies',
  'Celta Fortuna',
  'Villa San Carlos',
];
