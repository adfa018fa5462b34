/**
 * Names of well-known clubs. A line contains either a country or a club of that country:
 * names in use; separated like this | short name | aliases and nicknames | in Chinese | in Vietnamese
 * Aliases are separated by commas. The first name in a language is the one shown, the others are found by search.
 */
export const CLUB_NAMES = `
gb-eng
Arsenal FC | Arsenal | Gunners | 阿森纳, 枪手, 兵工厂 | Arsenal
Aston Villa FC | Aston Villa | Villa, Villans | 阿斯顿维拉, 维拉 | Aston Villa
AFC Bournemouth | Bournemouth | Cherries | 伯恩茅斯 | Bournemouth
Brentford FC | Brentford | Bees | 布伦特福德 | Brentford
Brighton & Hove Albion FC; Brighton | Brighton | Seagulls, BHAFC | 布莱顿 | Brighton
Burnley FC | Burnley | Clarets | 伯恩利 | Burnley
Chelsea FC | Chelsea | The Blues, CFC | 切尔西, 车路士 | Chelsea
Crystal Palace FC | Palace | Eagles | 水晶宫 | Crystal Palace
Everton FC | Everton | Toffees | 埃弗顿 | Everton
Fulham FC | Fulham | Cottagers | 富勒姆 | Fulham
Ipswich Town FC | Ipswich | Tractor Boys | 伊普斯维奇 | Ipswich
Leeds United FC; Leeds United | Leeds | Whites, LUFC | 利兹联 | Leeds
Leicester City FC; Leicester City | Leicester | Foxes | 莱斯特城 | Leicester
Liverpool FC | Liverpool | The Reds, LFC, The Kop | 利物浦, 红军 | Liverpool
Manchester City FC; Manchester City | Man City | MCFC, Citizens | 曼城, 曼彻斯特城 | Man City
Manchester United FC; Manchester United | Man United | Man Utd, MUFC, MU, Red Devils | 曼联, 曼彻斯特联, 红魔 | Man United, Quỷ đỏ
Newcastle United FC; Newcastle United | Newcastle | Magpies, NUFC | 纽卡斯尔联, 纽卡斯尔 | Newcastle
Nottingham Forest FC; Nottingham Forest | Forest | Nottm Forest, Nott'm Forest | 诺丁汉森林 | Nottingham Forest
Southampton FC | Southampton | Saints | 南安普顿 | Southampton
Sunderland AFC | Sunderland | Black Cats | 桑德兰 | Sunderland
Tottenham Hotspur FC; Tottenham Hotspur; Tottenham | Tottenham | Spurs, THFC | 热刺, 托特纳姆热刺 | Tottenham, Gà trống
West Ham United FC; West Ham United; West Ham | West Ham | Hammers, WHU | 西汉姆联, 西汉姆 | West Ham
Wolverhampton Wanderers FC; Wolverhampton Wanderers; Wolverhampton | Wolves | WWFC | 狼队, 伍尔弗汉普顿流浪者 | Wolves
Sheffield United FC | Sheff Utd | Blades | 谢菲尔德联 | Sheffield United
West Bromwich Albion FC; West Bromwich Albion | West Brom | WBA, Baggies | 西布朗, 西布罗姆维奇 | West Brom
gb-sct
Celtic FC; Celtic Glasgow | Celtic | Bhoys, Hoops | 凯尔特人 | Celtic
Rangers FC; Glasgow Rangers | Rangers | Gers | 流浪者, 格拉斯哥流浪者 | Rangers
es
Real Madrid CF | Real Madrid | RMA, Los Blancos, Merengues | 皇家马德里, 皇马 | Real Madrid
FC Barcelona | Barcelona | Barça, FCB, Blaugrana, Barca | 巴塞罗那, 巴萨 | Barcelona
Club Atlético de Madrid; Atlético Madrid; Atlético de Madrid | Atlético | Atleti, ATM, Colchoneros | 马德里竞技, 马竞 | Atletico Madrid
Athletic Club; Athletic Club Bilbao; Athletic Bilbao | Athletic | Bilbao, Los Leones | 毕尔巴鄂竞技, 毕巴 | Athletic Bilbao
Real Sociedad de Fútbol; Real Sociedad | R. Sociedad | La Real, Txuri-urdin | 皇家社会 | Real Sociedad
Real Betis Balompié; Real Betis | Betis | Verdiblancos | 皇家贝蒂斯, 贝蒂斯 | Real Betis
Sevilla FC | Sevilla | Seville, Sevillistas | 塞维利亚 | Sevilla
Valencia CF | Valencia | Los Che | 瓦伦西亚 | Valencia
Villarreal CF | Villarreal | Yellow Submarine, Submarino Amarillo | 比利亚雷亚尔, 黄潜 | Villarreal
RC Celta de Vigo; RC Celta Vigo; Celta de Vigo | Celta | Celta Vigo | 塞尔塔 | Celta Vigo
RCD Espanyol de Barcelona; RCD Espanyol; Espanyol Barcelona | Espanyol | Periquitos | 西班牙人 | Espanyol
Getafe CF | Getafe | Azulones | 赫塔费 | Getafe
CA Osasuna | Osasuna | Rojillos | 奥萨苏纳 | Osasuna
RCD Mallorca | Mallorca | Majorca, Bermellones | 马洛卡, 马略卡, 皇家马洛卡 | Mallorca
Girona FC | Girona | Gerona, Blanquivermells | 赫罗纳 | Girona
Rayo Vallecano de Madrid; Rayo Vallecano | Rayo | Vallecano | 巴列卡诺 | Rayo Vallecano
Deportivo Alavés | Alavés | Babazorros | 阿拉维斯 | Alaves
de
FC Bayern München; Bayern München; Bayern Munich | Bayern | FC Bayern Munich, FCB, Bayern Munchen | 拜仁慕尼黑, 拜仁 | Bayern Munich, Hùm xám
Borussia Dortmund | Dortmund | BVB, BVB 09 | 多特蒙德, 多特, 大黄蜂 | Dortmund
Bayer 04 Leverkusen; Bayer Leverkusen | Leverkusen | Werkself | 勒沃库森, 药厂 | Leverkusen
RB Leipzig | Leipzig | RBL, Red Bull Leipzig, RasenBallsport | 莱比锡红牛, 莱比锡 | RB Leipzig
Eintracht Frankfurt | Frankfurt | SGE, Eintracht | 法兰克福 | Frankfurt
VfB Stuttgart | Stuttgart | VfB | 斯图加特 | Stuttgart
VfL Wolfsburg | Wolfsburg | Wölfe | 沃尔夫斯堡, 狼堡 | Wolfsburg
SC Freiburg | Freiburg | SCF | 弗赖堡 | Freiburg
1. FC Union Berlin; Union Berlin | Union Berlin | FCUB, Eiserne | 柏林联合 | Union Berlin
1. FSV Mainz 05; FSV Mainz 05 | Mainz | Mainz 05 | 美因茨 | Mainz
TSG 1899 Hoffenheim; TSG Hoffenheim | Hoffenheim | TSG | 霍芬海姆 | Hoffenheim
Borussia Mönchengladbach; Bor. Mönchengladbach | M'gladbach | Gladbach, Fohlen, BMG | 门兴, 门兴格拉德巴赫 | Gladbach
SV Werder Bremen; Werder Bremen | Bremen | SVW, Werder | 云达不莱梅, 不莱梅 | Werder Bremen
1. FC Köln | Köln | Cologne, FC Cologne, Effzeh | 科隆 | Koln
Hamburger SV | Hamburg | HSV | 汉堡 | Hamburg
FC Schalke 04 | Schalke | S04, Königsblauen | 沙尔克04 | Schalke
FC St. Pauli 1910; FC St. Pauli | St. Pauli | Kiezkicker | 圣保利 | St. Pauli
FC Augsburg | Augsburg | FCA | 奥格斯堡 | Augsburg
it
FC Internazionale Milano; Inter; Internazionale; Inter Milan; FC Internazionale | Inter | Inter Milan, Nerazzurri | 国际米兰, 国米 | Inter Milan
AC Milan; Milan | Milan | Rossoneri, ACM | AC米兰, 米兰 | AC Milan
Juventus FC; Juventus Turin | Juventus | Juve, Old Lady, Bianconeri | 尤文图斯, 尤文, 祖云达斯 | Juventus, Bà đầm già
SSC Napoli | Napoli | Naples, Partenopei | 那不勒斯, 拿玻里 | Napoli
AS Roma | Roma | Rome, Giallorossi | 罗马 | AS Roma
SS Lazio; Lazio Roma | Lazio | Biancocelesti | 拉齐奥 | Lazio
Atalanta BC; Atalanta Bergamo | Atalanta | La Dea | 亚特兰大 | Atalanta
ACF Fiorentina | Fiorentina | Viola, La Viola, Florence | 佛罗伦萨, 紫百合 | Fiorentina
Bologna FC 1909; Bologna FC | Bologna | Rossoblù | 博洛尼亚 | Bologna
Torino FC | Torino | Toro, Turin, Granata | 都灵 | Torino
Udinese Calcio | Udinese | Udine | 乌迪内斯 | Udinese
Genoa CFC | Genoa | Grifone | 热那亚 | Genoa
Cagliari Calcio | Cagliari | Rossoblu Sardi | 卡利亚里 | Cagliari
Hellas Verona FC; Hellas Verona | Verona | Hellas | 维罗纳 | Verona
Parma Calcio 1913; Parma FC | Parma | Crociati, Ducali | 帕尔马 | Parma
Como 1907 | Como | Lariani | 科莫 | Como
fr
Paris Saint-Germain FC; Paris Saint-Germain | PSG | Paris SG, Les Parisiens | 巴黎圣日耳曼, 大巴黎, 巴黎 | PSG
Olympique de Marseille; Olympique Marseille | Marseille | OM, Les Phocéens | 马赛 | Marseille
Olympique Lyonnais; Olympique Lyon | Lyon | OL, Les Gones | 里昂 | Lyon
AS Monaco FC; AS Monaco | Monaco | ASM | 摩纳哥 | Monaco
Lille OSC; LOSC Lille | Lille | LOSC, Les Dogues | 里尔 | Lille
OGC Nice | Nice | Les Aiglons | 尼斯 | Nice
Racing Club de Lens; RC Lens | Lens | Sang et Or | 朗斯 | Lens
Stade Rennais FC 1901; Stade Rennais FC; Stade Rennais | Rennes | Stade Rennes | 雷恩 | Rennes
RC Strasbourg Alsace; RC Strasbourg | Strasbourg | Racing Strasbourg | 斯特拉斯堡 | Strasbourg
FC Nantes | Nantes | Canaris | 南特 | Nantes
AS Saint-Étienne; Saint-Étienne | St-Étienne | ASSE, Les Verts | 圣埃蒂安 | Saint-Etienne
Montpellier HSC | Montpellier | MHSC | 蒙彼利埃 | Montpellier
pt
SL Benfica; Sport Lisboa e Benfica; Benfica Lisboa | Benfica | Águias, SLB | 本菲卡 | Benfica
FC Porto | Porto | Dragões, FCP | 波尔图 | Porto
Sporting CP; Sporting Clube de Portugal; Sporting Lisbon | Sporting | Sporting Lisboa, Leões, SCP | 葡萄牙体育, 里斯本竞技 | Sporting Lisbon
SC Braga; Sporting Braga; Sporting Clube de Braga | Braga | Arsenalistas | 布拉加 | Braga
nl
AFC Ajax; Ajax Amsterdam; Ajax | Ajax | Ajacied, Godenzonen | 阿贾克斯 | Ajax
PSV Eindhoven; PSV | PSV | Boeren, Eindhoven | 埃因霍温 | PSV
Feyenoord Rotterdam; Feyenoord | Feyenoord | De Kuip | 费耶诺德 | Feyenoord
AZ Alkmaar; AZ | AZ | Kaaskoppen | 阿尔克马尔 | AZ Alkmaar
be
Club Brugge KV; Club Brugge | Brugge | Bruges, Club Bruges | 布鲁日 | Club Brugge
RSC Anderlecht | Anderlecht | Purple and White | 安德莱赫特 | Anderlecht
tr
Galatasaray SK; Galatasaray; Galatasaray İstanbul | Galatasaray | Cimbom, Gala, GS | 加拉塔萨雷 | Galatasaray
Fenerbahçe SK; Fenerbahçe; Fenerbahçe İstanbul | Fenerbahçe | Fener, FB, Sarı Kanaryalar | 费内巴切 | Fenerbahce
Beşiktaş JK; Beşiktaş; Beşiktaş İstanbul | Beşiktaş | BJK, Kara Kartallar | 贝西克塔斯 | Besiktas
Trabzonspor | Trabzon | Bordo-Mavililer | 特拉布宗体育 | Trabzonspor
gr
Olympiacos FC; Olympiakos Piraeus; Olympiacos Piraeus | Olympiacos | Olympiakos, Thrylos, Ολυμπιακός | 奥林匹亚科斯 | Olympiacos
Panathinaikos FC | Panathinaikos | Pana, Παναθηναϊκός | 帕纳辛奈科斯 | Panathinaikos
at
FC Red Bull Salzburg; RB Salzburg | Salzburg | Salzburg, RBS | 萨尔茨堡红牛 | RB Salzburg
SK Rapid Wien; Rapid Wien | Rapid | Rapid Vienna | 维也纳快速 | Rapid Wien
dk
FC København | København | FC Copenhagen, Copenhagen, FCK | 哥本哈根 | Copenhagen
se
Malmö FF | Malmö | MFF, Himmelsblått | 马尔默 | Malmo
no
FK Bodø/Glimt; Bodø/Glimt | Glimt | Bodo Glimt | 博德闪耀 | Bodo/Glimt
ua
FC Shakhtar Donetsk; Shakhtar Donetsk | Shakhtar | Шахтар, Miners | 顿涅茨克矿工, 矿工 | Shakhtar Donetsk
FC Dynamo Kyiv; Dynamo Kyiv | Dynamo Kyiv | Dynamo Kiev, Динамо Київ | 基辅迪纳摩 | Dynamo Kyiv
rs
FK Crvena zvezda; Crvena Zvezda | Zvezda | Red Star Belgrade, Црвена звезда | 贝尔格莱德红星, 红星 | Sao Đỏ Belgrade
hr
GNK Dinamo Zagreb; Dinamo Zagreb | Dinamo | Modri | 萨格勒布迪纳摩 | Dinamo Zagreb
br
CR Flamengo; Flamengo; Flamengo RJ | Flamengo | Mengão, Fla | 弗拉门戈 | Flamengo
SE Palmeiras; Palmeiras | Palmeiras | Verdão | 帕尔梅拉斯 | Palmeiras
SC Corinthians Paulista; Corinthians | Corinthians | Timão | 科林蒂安 | Corinthians
São Paulo FC; São Paulo | São Paulo | SPFC, Tricolor Paulista | 圣保罗 | Sao Paulo
Santos FC; Santos | Santos | Peixe | 桑托斯 | Santos
Fluminense FC; Fluminense | Fluminense | Flu | 弗鲁米嫩塞 | Fluminense
Grêmio FBPA; Grêmio | Grêmio | Gremio Porto Alegre, Imortal | 格雷米奥 | Gremio
ar
CA Boca Juniors; Boca Juniors | Boca | Xeneizes | 博卡青年 | Boca Juniors
CA River Plate; River Plate | River | Millonarios, Los Millonarios | 河床 | River Plate
Racing Club de Avellaneda; Racing Club | Racing | La Academia | 竞技俱乐部 | Racing Club
us
Inter Miami CF; Inter Miami | Inter Miami | Herons, IMCF | 迈阿密国际 | Inter Miami
LA Galaxy; Los Angeles Galaxy | Galaxy | LAG | 洛杉矶银河 | LA Galaxy
Los Angeles FC; LAFC | LAFC | Black and Gold | 洛杉矶FC | LAFC
mx
Club América; CF América | América | Las Águilas | 墨西哥美洲 | Club America
CD Guadalajara; Guadalajara Chivas | Chivas | Rebaño Sagrado | 瓜达拉哈拉 | Guadalajara
cn
Shanghai Port FC; Shanghai SIPG; Shanghai Port | Shanghai Port | SIPG | 上海海港, 海港, 上港 | Shanghai Port
Shanghai Shenhua FC; Shanghai Shenhua | Shenhua | Greenland Shenhua | 上海申花, 申花 | Shanghai Shenhua
Beijing Guoan FC; Beijing Guoan | Guoan | Sinobo Guoan | 北京国安, 国安 | Beijing Guoan
Shandong Taishan FC; Shandong Taishan; Shandong Luneng | Taishan | Luneng | 山东泰山, 泰山, 鲁能 | Shandong Taishan
jp
Urawa Red Diamonds; Urawa Reds | Urawa | Urawa Reds, 浦和レッズ | 浦和红钻, 浦和 | Urawa Reds
Kawasaki Frontale | Kawasaki | Frontale, 川崎フロンターレ | 川崎前锋 | Kawasaki Frontale
Vissel Kobe | Kobe | ヴィッセル神戸 | 神户胜利船 | Vissel Kobe
vn
Hà Nội FC; Hanoi FC | Hà Nội | HNFC | 河内 | Hà Nội
Hoàng Anh Gia Lai FC; Hoàng Anh Gia Lai | HAGL | Gia Lai | 黄英嘉莱 | Hoàng Anh Gia Lai, HAGL
Công An Hà Nội FC; Công An Hà Nội | CAHN | Hanoi Police | 河内公安 | Công An Hà Nội
Viettel FC; Thể Công Viettel | Viettel | Thể Công | 越南军队电信 | Thể Công Viettel
sa
Al-Nassr FC; Al Nassr | Al-Nassr | Nassr, النصر | 利雅得胜利 | Al Nassr
Al-Hilal SFC; Al Hilal | Al-Hilal | Hilal, الهلال | 利雅得新月 | Al Hilal
eg
Al Ahly SC; Al Ahly | Al Ahly | Red Castle, الأهلي | 开罗国民 | Al Ahly
`;

/**
 * Names of national teams, in the format of those of clubs with a country code before each:
 * code: names in use; separated like this | short name | aliases and nicknames | in Chinese | in Vietnamese
 */
export const COUNTRY_NAMES = `
dz: Algeria | ALG | Fennecs, Desert Foxes | 阿尔及利亚 | Algeria
ar: Argentina | ARG | Albiceleste | 阿根廷 | Argentina
au: Australia | AUS | Socceroos | 澳大利亚, 澳洲 | Úc, Australia
at: Austria | AUT | Österreich, Das Team | 奥地利 | Áo
be: Belgium | BEL | Red Devils, België, Belgique | 比利时 | Bỉ
br: Brazil | BRA | Seleção, Brasil, Canarinho | 巴西 | Brazil, Bra-xin
ca: Canada | CAN | Les Rouges | 加拿大 | Canada
cm: Cameroon | CMR | Indomitable Lions | 喀麦隆 | Cameroon
cl: Chile | CHI | La Roja Chile | 智利 | Chile
cn: China PR; China | CHN | Team Dragon | 中国, 国足 | Trung Quốc
co: Colombia | COL | Cafeteros | 哥伦比亚 | Colombia
cr: Costa Rica | CRC | Ticos | 哥斯达黎加 | Costa Rica
hr: Croatia | CRO | Hrvatska, Vatreni | 克罗地亚 | Croatia
cz: Czech Republic; Czechia | CZE | Česko, Národní tým | 捷克 | Séc, Cộng hòa Séc
dk: Denmark | DEN | Danmark, Danish Dynamite | 丹麦 | Đan Mạch
ec: Ecuador | ECU | La Tri | 厄瓜多尔 | Ecuador
eg: Egypt | EGY | Pharaohs | 埃及 | Ai Cập
gb-eng: England | ENG | Three Lions | 英格兰, 三狮军团 | Anh, Tam sư
fi: Finland | FIN | Suomi, Huuhkajat | 芬兰 | Phần Lan
fr: France | FRA | Les Bleus | 法国, 高卢雄鸡 | Pháp
de: Germany | GER | Deutschland, Die Mannschaft | 德国, 德国战车 | Đức
gh: Ghana | GHA | Black Stars | 加纳 | Ghana
gr: Greece | GRE | Ellada, Hellas, Ελλάδα | 希腊 | Hy Lạp
hu: Hungary | HUN | Magyars, Magyarország | 匈牙利 | Hungary
is: Iceland | ISL | Strákarnir okkar, Ísland | 冰岛 | Iceland, Băng Đảo
id: Indonesia | IDN | Garuda | 印度尼西亚, 印尼 | Indonesia
ir: Iran; IR Iran | IRN | Team Melli | 伊朗 | Iran
iq: Iraq | IRQ | Lions of Mesopotamia | 伊拉克 | Iraq
ie: Ireland; Republic of Ireland | IRL | Éire, Boys in Green | 爱尔兰 | Ireland, Ai-len
it: Italy | ITA | Azzurri, Italia | 意大利, 蓝衣军团 | Ý, Italia
ci: Ivory Coast; Côte d'Ivoire | CIV | Elephants | 科特迪瓦 | Bờ Biển Ngà
jp: Japan | JPN | Samurai Blue, Nippon | 日本, 蓝武士 | Nhật Bản, Nhật
my: Malaysia | MAS | Harimau Malaya | 马来西亚 | Malaysia
mx: Mexico | MEX | El Tri, México | 墨西哥 | Mexico
ma: Morocco | MAR | Atlas Lions, Maroc | 摩洛哥 | Ma Rốc
nl: Netherlands | NED | Holland, Oranje, Nederland | 荷兰, 橙衣军团 | Hà Lan
nz: New Zealand | NZL | All Whites | 新西兰 | New Zealand
ng: Nigeria | NGA | Super Eagles | 尼日利亚 | Nigeria
no: Norway | NOR | Norge | 挪威 | Na Uy
py: Paraguay | PAR | Guaraníes | 巴拉圭 | Paraguay
pe: Peru | PER | Blanquirroja, Perú | 秘鲁 | Peru
pl: Poland | POL | Polska | 波兰 | Ba Lan
pt: Portugal | POR | Seleção das Quinas | 葡萄牙 | Bồ Đào Nha
qa: Qatar | QAT | Al Annabi | 卡塔尔 | Qatar
ro: Romania | ROU | Tricolorii | 罗马尼亚 | Romania, Ru-ma-ni
ru: Russia | RUS | Sbornaya, Россия | 俄罗斯 | Nga
sa: Saudi Arabia | KSA | Green Falcons | 沙特阿拉伯, 沙特 | Ả Rập Xê Út, Ả Rập Saudi
gb-sct: Scotland | SCO | Tartan Army | 苏格兰 | Scotland, Xcốt-len
sn: Senegal | SEN | Lions of Teranga | 塞内加尔 | Senegal
rs: Serbia | SRB | Orlovi, Srbija | 塞尔维亚 | Serbia
kr: South Korea; Korea Republic | KOR | Taegeuk Warriors, 대한민국 | 韩国 | Hàn Quốc
es: Spain | ESP | La Roja, España, La Furia Roja | 西班牙, 斗牛士军团 | Tây Ban Nha
se: Sweden | SWE | Sverige, Blågult | 瑞典 | Thụy Điển
ch: Switzerland | SUI | Nati, Schweiz, Suisse | 瑞士 | Thụy Sĩ
th: Thailand | THA | War Elephants | 泰国 | Thái Lan
tn: Tunisia | TUN | Eagles of Carthage | 突尼斯 | Tunisia
tr: Turkey; Türkiye | TUR | Ay-Yıldızlılar | 土耳其 | Thổ Nhĩ Kỳ
ua: Ukraine | UKR | Zbirna, Україна | 乌克兰 | Ukraina
us: United States; USA | USA | USMNT, Stars and Stripes | 美国 | Mỹ, Hoa Kỳ
uy: Uruguay | URU | Celeste, Charrúas | 乌拉圭 | Uruguay
vn: Vietnam | VIE | Golden Star Warriors | 越南 | Việt Nam
gb-wls: Wales | WAL | Cymru, Dragons | 威尔士 | Xứ Wales, Wales
gb-nir: Northern Ireland | NIR | Green and White Army | 北爱尔兰 | Bắc Ireland
al: Albania | ALB | Shqipëria | 阿尔巴尼亚 | Albania
ba: Bosnia and Herzegovina; Bosnia & Herzegovina; Bosnia | BIH | Zmajevi | 波黑 | Bosnia
bf: Burkina Faso | BFA | Les Étalons | 布基纳法索 | Burkina Faso
bg: Bulgaria | BUL | България | 保加利亚 | Bulgaria
bh: Bahrain | BHR | | 巴林 | Bahrain
bo: Bolivia | BOL | La Verde | 玻利维亚 | Bolivia
cd: DR Congo; Congo DR | COD | Les Léopards | 民主刚果, 刚果金 | CHDC Congo
cv: Cape Verde; Cabo Verde; Cape Verde Islands | CPV | Blue Sharks | 佛得角 | Cape Verde
cw: Curaçao | CUW | | 库拉索 | Curacao
ge: Georgia | GEO | Jvarosnebi | 格鲁吉亚 | Georgia, Gruzia
hn: Honduras | HON | Los Catrachos | 洪都拉斯 | Honduras
ht: Haiti | HAI | Les Grenadiers | 海地 | Haiti
il: Israel | ISR | | 以色列 | Israel
in: India | IND | Blue Tigers | 印度 | Ấn Độ
jm: Jamaica | JAM | Reggae Boyz | 牙买加 | Jamaica
jo: Jordan | JOR | Al-Nashama | 约旦 | Jordan
kh: Cambodia | CAM | | 柬埔寨 | Campuchia
kp: North Korea; Korea DPR | PRK | Chollima | 朝鲜 | Triều Tiên
kw: Kuwait | KUW | | 科威特 | Kuwait
la: Laos | LAO | | 老挝 | Lào
me: Montenegro | MNE | Crna Gora | 黑山 | Montenegro
mk: North Macedonia; Macedonia | MKD | | 北马其顿 | Bắc Macedonia
ml: Mali | MLI | Les Aigles | 马里 | Mali
mm: Myanmar | MYA | | 缅甸 | Myanmar
om: Oman | OMA | | 阿曼 | Oman
pa: Panama | PAN | Los Canaleros | 巴拿马 | Panama
ph: Philippines | PHI | Azkals | 菲律宾 | Philippines
sg: Singapore | SGP | | 新加坡 | Singapore
si: Slovenia | SVN | Slovenija | 斯洛文尼亚 | Slovenia
sk: Slovakia | SVK | Slovensko | 斯洛伐克 | Slovakia
ae: United Arab Emirates | UAE | | 阿联酋 | UAE
uz: Uzbekistan | UZB | White Wolves | 乌兹别克斯坦 | Uzbekistan
ve: Venezuela | VEN | Vinotinto | 委内瑞拉 | Venezuela
za: South Africa | RSA | Bafana Bafana | 南非 | Nam Phi
`;
