/**
 * Names of national teams, in the format of club-names.ts with a country code before each:
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
`;
