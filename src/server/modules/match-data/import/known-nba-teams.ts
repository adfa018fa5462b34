/** Names of the NBA's teams, in the format of CLUB_NAMES. Vietnamese fans use the English names. */
export const NBA_TEAM_NAMES = `
us
Atlanta Hawks | Hawks | ATL | 老鹰, 亚特兰大老鹰
Boston Celtics | Celtics | BOS | 凯尔特人, 波士顿凯尔特人, 绿军
Brooklyn Nets | Nets | BKN | 篮网, 布鲁克林篮网
Charlotte Hornets | Hornets | CHA | 黄蜂, 夏洛特黄蜂
Chicago Bulls | Bulls | CHI | 公牛, 芝加哥公牛
Cleveland Cavaliers | Cavaliers | CLE, Cavs | 骑士, 克利夫兰骑士
Dallas Mavericks | Mavericks | DAL, Mavs | 独行侠, 达拉斯独行侠, 小牛
Denver Nuggets | Nuggets | DEN | 掘金, 丹佛掘金
Detroit Pistons | Pistons | DET | 活塞, 底特律活塞
Golden State Warriors | Warriors | GSW, Dubs | 勇士, 金州勇士
Houston Rockets | Rockets | HOU | 火箭, 休斯敦火箭
Indiana Pacers | Pacers | IND | 步行者, 印第安纳步行者
Los Angeles Clippers; LA Clippers | Clippers | LAC | 快船, 洛杉矶快船
Los Angeles Lakers; LA Lakers | Lakers | LAL | 湖人, 洛杉矶湖人
Memphis Grizzlies | Grizzlies | MEM | 灰熊, 孟菲斯灰熊
Miami Heat | Heat | MIA | 热火, 迈阿密热火
Milwaukee Bucks | Bucks | MIL | 雄鹿, 密尔沃基雄鹿
Minnesota Timberwolves | Timberwolves | MIN, Wolves | 森林狼, 明尼苏达森林狼
New Orleans Pelicans | Pelicans | NOP | 鹈鹕, 新奥尔良鹈鹕
New York Knicks | Knicks | NYK | 尼克斯, 纽约尼克斯
Oklahoma City Thunder | Thunder | OKC | 雷霆, 俄克拉荷马城雷霆
Orlando Magic | Magic | ORL | 魔术, 奥兰多魔术
Philadelphia 76ers | 76ers | PHI, Sixers | 76人, 费城76人
Phoenix Suns | Suns | PHX | 太阳, 菲尼克斯太阳
Portland Trail Blazers | Blazers | POR, Trail Blazers | 开拓者, 波特兰开拓者
Sacramento Kings | Kings | SAC | 国王, 萨克拉门托国王
San Antonio Spurs | Spurs | SAS | 马刺, 圣安东尼奥马刺
Toronto Raptors | Raptors | TOR | 猛龙, 多伦多猛龙
Utah Jazz | Jazz | UTA | 爵士, 犹他爵士
Washington Wizards | Wizards | WAS | 奇才, 华盛顿奇才
`;
