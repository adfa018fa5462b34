/**
 * Names of well-known leagues and cups, in the format of COUNTRY_NAMES; those of several countries have the code "-". The first Chinese and
 * Vietnamese name is the one shown: the short form that fans use.
 * code: names in use; separated like this | | aliases | in Chinese | in Vietnamese
 */
export const LEAGUE_NAMES = `
gb-eng: Premier League; English Premier League | | EPL, PL, BPL | 英超, 英格兰足球超级联赛, 英超联赛 | Ngoại hạng Anh, Giải Ngoại hạng Anh, NHA
gb-eng: Championship; English Championship | | EFL Championship, The Championship | 英冠, 英格兰足球冠军联赛 | Hạng nhất Anh
gb-eng: League One; English League One | | EFL League One, EL1 | 英甲, 英格兰足球甲级联赛 | Hạng hai Anh, League One
gb-eng: League Two; English League Two | | EFL League Two, EL2 | 英乙, 英格兰足球乙级联赛 | Hạng ba Anh, League Two
gb-eng: FA Cup; English FA Cup | | The FA Cup | 足总杯, 英格兰足总杯 | Cúp FA, Cúp FA Anh
gb-eng: League Cup; EFL Cup; English League Cup | | Carabao Cup | 英联杯, 英格兰联赛杯, 卡拉宝杯 | Cúp Liên đoàn Anh, Carabao Cup
gb-eng: Community Shield; FA Community Shield | | | 社区盾, 社区盾杯 | Siêu cúp Anh, Community Shield
gb-sct: Premiership; Scottish Premiership | | SPFL, SPL | 苏超, 苏格兰足球超级联赛 | Ngoại hạng Scotland, VĐQG Scotland
es: Primera División; Spain Primera División; Spanish Primera División; La Liga; Primera División de España | | La Liga, LaLiga, Liga | 西甲, 西班牙足球甲级联赛 | La Liga, VĐQG Tây Ban Nha
es: Segunda División; Spain Segunda División; La Liga 2 | | LaLiga 2, Segunda | 西乙, 西班牙足球乙级联赛 | Hạng hai Tây Ban Nha
es: Copa del Rey | | King's Cup | 国王杯, 西班牙国王杯 | Cúp Nhà vua Tây Ban Nha
de: Bundesliga; Deutsche Bundesliga; German Bundesliga; 1. Bundesliga | | BL, German Bundesliga | 德甲, 德国足球甲级联赛 | Bundesliga, VĐQG Đức
de: 2. Bundesliga; Deutsche 2. Bundesliga | | Zweite Bundesliga, 2 BL | 德乙, 德国足球乙级联赛 | Hạng hai Đức
de: DFB-Pokal; DFB Pokal | | German Cup | 德国杯 | Cúp Quốc gia Đức
it: Serie A; Italian Serie A | | Lega Serie A, Calcio | 意甲, 意大利足球甲级联赛 | Serie A, VĐQG Ý
it: Serie B; Italian Serie B | | Lega B | 意乙, 意大利足球乙级联赛 | Serie B, Hạng hai Ý
it: Coppa Italia | | Italian Cup | 意大利杯 | Cúp Quốc gia Ý, Coppa Italia
fr: Ligue 1; French Ligue 1 | | L1, Le Championnat | 法甲, 法国足球甲级联赛 | Ligue 1, VĐQG Pháp
fr: Ligue 2; French Ligue 2 | | L2 | 法乙, 法国足球乙级联赛 | Ligue 2, Hạng hai Pháp
fr: Coupe de France | | French Cup | 法国杯 | Cúp Quốc gia Pháp, Coupe de France
pt: Primeira Liga; Portuguese Primeira Liga; Liga Portugal | | Liga Portugal, Liga NOS | 葡超, 葡萄牙足球超级联赛 | VĐQG Bồ Đào Nha
nl: Eredivisie; Dutch Eredivisie; Netherlands Eredivisie | | Honour Division | 荷甲, 荷兰足球甲级联赛 | VĐQG Hà Lan
be: Pro League; Belgium First Division A; Jupiler Pro League | | Jupiler League, First Division A | 比甲, 比利时足球甲级联赛 | VĐQG Bỉ
at: Bundesliga; Österr. Bundesliga; Austrian Bundesliga | | ÖBL | 奥甲, 奥地利足球甲级联赛 | VĐQG Áo
ch: Super League; Swiss Super League | | | 瑞士超, 瑞士足球超级联赛 | VĐQG Thụy Sĩ
gr: Super League; Greek Super League; Super League 1 | | Super League Greece | 希超, 希腊超, 希腊足球超级联赛 | VĐQG Hy Lạp
tr: Süper Lig; Turkish Süper Lig | | Super League Turkey | 土超, 土耳其足球超级联赛 | VĐQG Thổ Nhĩ Kỳ
ru: Premier League; Russian Premier League | | RPL | 俄超, 俄罗斯足球超级联赛 | VĐQG Nga
ua: Premier League; Ukrainian Premier League | | UPL | 乌超, 乌克兰足球超级联赛 | VĐQG Ukraina
dk: Superliga; Danish Superliga; Superligaen | | | 丹超, 丹麦足球超级联赛 | VĐQG Đan Mạch
se: Allsvenskan | | | 瑞典超, 瑞典足球超级联赛 | VĐQG Thụy Điển
no: Eliteserien | | | 挪超, 挪威足球超级联赛 | VĐQG Na Uy
pl: Ekstraklasa | | | 波兰超, 波兰足球超级联赛 | VĐQG Ba Lan
br: Série A; Brasileiro Série A; Campeonato Brasileiro Série A | | Brasileirão | 巴甲, 巴西足球甲级联赛 | VĐQG Brazil
br: Série B; Brasileiro Série B | | Brasileirão B | 巴乙, 巴西足球乙级联赛 | Hạng hai Brazil
br: Copa do Brasil | | Brazilian Cup | 巴西杯 | Cúp Quốc gia Brazil
ar: Primera División; Argentina Primera Division; Liga Profesional; Liga Profesional Argentina | | LPF | 阿甲, 阿根廷足球甲级联赛 | VĐQG Argentina
mx: Liga MX | | | 墨超, 墨西哥足球超级联赛 | VĐQG Mexico
us: Major League Soccer | | MLS | 美职联, 美国职业足球大联盟 | MLS, Nhà nghề Mỹ
cn: Chinese Super League; Super League | | CSL | 中超, 中国足球超级联赛 | VĐQG Trung Quốc
cn: China League One; League One | | | 中甲, 中国足球甲级联赛 | Hạng nhất Trung Quốc
cn: Chinese FA Cup; FA Cup | | CFA Cup | 中国足协杯, 足协杯 | Cúp FA Trung Quốc
jp: J1 League; J. League | | J1, J League | 日职联, 日本职业足球联赛, J联赛 | VĐQG Nhật Bản, J-League
jp: J2 League | | J2 | 日职乙, 日本职业足球乙级联赛 | Hạng hai Nhật Bản
kr: K League 1; K League; K-League 1 | | K League Classic, K1 | 韩K联, 韩国职业足球联赛, K联赛 | VĐQG Hàn Quốc, K-League
kr: K League 2; K-League 2 | | K2 | 韩K2, 韩国职业足球乙级联赛 | Hạng hai Hàn Quốc
au: A-League; A-League Men | | | 澳超, 澳大利亚足球超级联赛 | VĐQG Úc, A-League
sa: Pro League; Saudi Pro League; Saudi Professional League | | SPL, Roshn Saudi League | 沙特联, 沙特超, 沙特足球职业联赛 | VĐQG Ả Rập Xê Út
vn: V.League 1; V-League | | V League, VLeague | 越南联, 越南足球甲级联赛 | V.League 1, V.League, VĐQG Việt Nam
vn: V.League 2 | | | 越甲, 越南足球甲组联赛 | Hạng nhất Việt Nam, V.League 2
th: Thai League 1; Thai League | | Thai Premier League | 泰超, 泰国足球超级联赛 | VĐQG Thái Lan, Thai League
-: UEFA Champions League; Champions League | | UCL, Champions | 欧冠, 欧洲冠军联赛 | Cúp C1, Cúp C1 châu Âu
-: UEFA Europa League; Europa League | | UEL | 欧联, 欧联杯, 欧洲联赛, 欧罗巴 | Cúp C2, Cúp C2 châu Âu
-: UEFA Conference League; UEFA Europa Conference League | | UECL, Conference League | 欧协联, 欧洲协会联赛 | Cúp C3, Cúp C3 châu Âu
-: UEFA Super Cup | | | 欧超杯, 欧洲超级杯 | Siêu cúp châu Âu
-: UEFA Nations League | | UNL | 欧国联, 欧洲国家联赛 | Nations League, UEFA Nations League
-: World Cup; FIFA World Cup | | Mundial, WC | 世界杯 | World Cup, Cúp Thế giới
-: FIFA Club World Cup | | Club World Cup, CWC | 世俱杯, 世界俱乐部杯 | Club World Cup, FIFA Club World Cup
-: UEFA European Championship; Euro; European Championship; UEFA Euro; Euro Championship | | EURO | 欧洲杯, 欧洲足球锦标赛 | Euro, Giải vô địch châu Âu
-: Copa América | | Copa | 美洲杯 | Copa America, Cúp Nam Mỹ
-: Africa Cup of Nations | | AFCON, CAN | 非洲杯 | Cúp châu Phi, CAN
-: AFC Asian Cup; Asian Cup | | | 亚洲杯 | Asian Cup, Cúp châu Á
-: CONCACAF Gold Cup | | Gold Cup | 金杯赛, 美洲金杯赛 | Gold Cup
-: AFC Champions League Elite | | ACLE | 亚冠精英赛, 亚足联冠军精英联赛 | Cúp C1 châu Á, AFC Champions League Elite
-: AFC Champions League | | ACL | 亚冠, 亚足联冠军联赛 | Cúp C1 châu Á, AFC Champions League
-: AFC Champions League Two | | ACL Two | 亚冠二级联赛, 亚冠二级 | Cúp C2 châu Á, AFC Champions League Two
-: ASEAN Championship; AFF Championship | | AFF Cup, ASEAN Cup | 东南亚锦标赛, 东盟杯 | ASEAN Cup, AFF Cup
-: Copa Libertadores; CONMEBOL Libertadores | | Libertadores | 解放者杯, 南美解放者杯 | Copa Libertadores
-: Copa Sudamericana; CONMEBOL Sudamericana | | Sudamericana | 南美杯, 南球杯 | Copa Sudamericana
`;

/** Names of well-known basketball leagues, in the same format. */
export const BASKETBALL_LEAGUE_NAMES = `
us: NBA | | National Basketball Association | NBA, 美职篮, 美国职业篮球联赛 | NBA, Bóng rổ nhà nghề Mỹ
us: WNBA; NBA W | | Women's National Basketball Association | WNBA, 美国女子职业篮球联赛 | WNBA
cn: CBA | | Chinese Basketball Association | CBA, 中国男子篮球职业联赛 | CBA
vn: VBA | | Vietnam Basketball Association | VBA, 越南职业篮球联赛 | VBA
es: ACB; Liga ACB | | Liga Endesa | 西篮甲, 西班牙篮球甲级联赛 | Liga ACB
-: Euroleague | | | 欧篮联, 欧洲篮球冠军联赛 | EuroLeague
`;
