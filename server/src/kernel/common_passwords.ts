// Common passwords: the ones that guessing programs try first.

/** Whole passwords with 12 or more characters, in lower case, that appear often in published leaks. */
const whole = `
  000000000000 111111111111 123123123123 123456123456 123456654321 123456789000 1234567890123
  123456789012 123456789abc 123456789qwe 0123456789ab 0987654321ab 112233445566
  121212121212 123321123321 147258369147 147258369000 159357159357 159753258456 741852963000
  987654321000 1q2w3e4r5t6y 1q2w3e4r5t6y7u 1q2w3e4r5t6y7u8i 1qaz2wsx3edc 1qaz2wsx3edc4rfv 1qazxsw23edc
  q1w2e3r4t5y6 qwertyuiop12 qwertyuiop123 qwertyuiop[] qwertyuiopasdfghjkl qwerty123456 qwerty12345678
  qwertyqwerty qwerty1qwerty qweasdzxc123 qweasdzxcrty qazwsxedcrfv qazwsxedcrfvtgb zaq12wsxcde3
  zaq1zaq1zaq1 zxcvbnmasdfghjkl zxcvbnm12345 asdfghjkl123 asdfghjklzxcvbnm asdfasdfasdf aqswdefrgthy
  abcdefghijkl abcdefghijklm abcdefghijklmnop abcd12345678 abc123abc123 abcabcabcabc abcdabcdabcd a1b2c3d4e5f6
  a1s2d3f4g5h6 aa1234567890 aaaaaaaaaaaa passwordpassword password1234 password12345 password123456
  password1password1 password123! password1234! password2024 password2025 password2026 passw0rd1234
  p@ssw0rd1234 p@ssword1234 p4ssw0rdp4ssw0rd mypassword12 mypassword123 mypassword1234 thepassword1
  changemechangeme changeme1234 changemenow1 changethisnow letmeinletmein letmein12345 letmein123456
  letmeinplease letmeinnow12 welcomewelcome welcome12345 welcome123456 welcome2024! welcome2025! welcome2026!
  welcomehome1 welcomeback1 administrator administrator1 adminadmin12 adminadminadmin admin1234567 admin12345678
  administrator123 adminpassword rootrootroot roottoortoor toortoortoor superadmin12 superuser123
  supersecret1 supersecretpassword secretsecret secretpassword topsecret123 testtesttest testing12345
  test12345678 testpassword testuser1234 temporary123 temppassword guestguest12 defaultpassword defaultdefault
  useruseruser userpassword iloveyou1234 iloveyou12345 iloveyouiloveyou iloveyou4ever iloveyoubaby
  iloveyousomuch iloveyoumore iloveyouforever iwillalways1 loveyouforever loveforever1 lovelovelove
  trustno1trustno1 trustnoone12 nopassword12 nopasswordhere idontknow123 dontknow1234 whatever1234
  whatthefuck1 fuckyoufuckyou fuckyou12345 motherfucker motherfucker1 asshole12345 bitchbitch12
  superman1234 supermansuperman batmanbatman spiderman123 ironman12345 starwars1234 startrek1234 harrypotter1
  harrypotter123 lordoftherings gameofthrones thematrix123 jamesbond007 pokemon12345 minecraft123 nintendo1234
  playstation1 playstation2 playstation3 playstation4 playstation5 counterstrike fortnite1234 worldofwarcraft
  leagueoflegends dragonball12 dragonballz1 dragon123456 monkey123456 football1234 footballfootball
  basketball12 baseball1234 volleyball12 soccersoccer skateboarding snowboarding manchesterunited
  manchester123 manutd123456 liverpool123 liverpoolfc1 liverpoolfc123 chelsea12345 arsenal12345 barcelona123
  realmadrid12 realmadrid123 juventus1234 bayernmunich chocolate123 chocolatecake cheesecake12 strawberry12
  strawberry123 blueberry123 watermelon12 butterfly123 butterflies1 sunshine1234 sunshinesunshine princess1234
  princessprincess babygirl1234 babydoll1234 sweetheart12 beautiful123 beautifulgirl gorgeous1234
  computer1234 computercomputer internet1234 microsoft123 windows12345 linuxlinux12 ubuntuubuntu googlegoogle
  facebook1234 facebookfacebook instagram123 youtube12345 whatsapp1234 linkedin1234 christopher1 christopher12
  alexander123 alexandria12 elizabeth123 jennifer1234 jessica12345 michelle1234 michael12345 michaeljordan
  michaeljackson jonathan1234 katherine123 stephanie123 victoria1234 samantha1234 nicholas1234 benjamin1234
  sebastian123 jesuschrist1 jesusislord1 jesuslovesme jesus1234567 godisgood123 godisgreat12
  blessed12345 hallelujah12 allahuakbar1 bismillah123 bismillah786 mohammed1234 muhammad1234
  unbelievable understanding international independence thunderstorm thunderbolt1 thunderbird1 lightning123
  mercedesbenz mercedes1234 lamborghini1 ferrari12345 harleydavidson mustang12345 corvette1234
  newyorkcity1 newyork12345 losangeles12 california12 california123 washington12 philadelphia sanfrancisco
  massachusetts australia123 singapore123 deutschland1 deutschland123 passwort1234 passwortpasswort hallohallo12
  ichliebedich schatz123456 motdepasse12 motdepasse123 azertyuiop12 azertyuiop123 azerty123456 jetaime12345
  doudoudoudou contrasena12 contraseña12 contrasena123 teamomucho12 tequieromucho wachtwoord12 wachtwoord123
  correcthorsebatterystaple thequickbrownfox thisisapassword thisismypassword
  mypasswordis1 onetwothreefour abcdefg12345 abcdefg1234567 openopenopen opensesame12 opensesame123 accessaccess
  happybirthday happynewyear merrychristmas christmas123 halloween123 summer202020 winter202020 spring202020
  autumn202020 january12345 february1234 september123 september1234 november1234 december1234 monday123456
  friday123456 companyname1 company12345 businessbusiness businesspass paymentpayment paymentspayments
  bankbankbank banking12345 financefinance accounting12 accountaccount merchantmerchant merchant1234 dashboard123
  qwerty123!@# 1234qwerasdf 1234qwerasdfzxcv qwer1234asdf asdf1234qwer zxcv1234asdf !qaz2wsx3edc !qaz@wsx#edc
  1qaz@wsx3edc !@#$%^&*()_+ !@#$qwerasdf p@$$w0rd1234 passw0rdpassw0rd pa$$word1234 pa55word1234
`

/** Password parts that add next to nothing. */
const parts = `
  password passwort passwd passw pword motdepasse contrasena wachtwoord parola senha qwertyuiop qwertzuiop azertyuiop
  qwerty qwertz azerty asdfghjkl asdfgh asdf zxcvbnm zxcvbn zxcv qazwsx qweasd welcome letmein changeme change
  admin administrator root toor super superuser supervisor user guest default temporary temp test testing tester
  secret topsecret private access login logon signin account company business office merchant payment payments
  payout dashboard finance banking bank money cash dollar euro shop store market sales support service iloveyou
  loveyou lovely love forever always baby babygirl princess sunshine sweetheart beautiful angel dragon monkey tiger
  master shadow hunter killer ranger soldier warrior ninja wizard pirate superman batman spiderman starwars pokemon
  football soccer baseball basketball hockey tennis golf liverpool chelsea arsenal barcelona manchester united
  computer internet server system network windows linux google facebook apple microsoft samsung android iphone
  michael jordan jennifer jessica michelle daniel david thomas andrew joshua matthew robert william charlie george
  alexander elizabeth victoria anthony nicole ashley amanda summer winter spring autumn january february march april
  june july august september october november december monday tuesday wednesday thursday friday saturday sunday
  hello hallo goodbye trustno flower chocolate cookie coffee cheese banana orange butterfly diamond silver golden
  freedom whatever nothing something please thanks happy birthday christmas family mother father jesus christ
  fuckyou fuck pussy asshole bitch mustang ferrari porsche mercedes harley yankee cowboy eagle falcon phoenix
`

/** Suffixes that people append to make a word long enough. */
const endings = `
  1 12 123 1234 12345 123456 1234567 12345678 123456789 1234567890 ! !! 1! 12! 123! 1234! @123 @1234 #123 _123 .123
  00 000 01 007 11 111 123123 321 4ever 69 77 777 88 99 2000 2010 2015 2018 2019 2020 2021 2022 2023 2024 2025 2026
  2020! 2023! 2024! 2025! 2026! 4321 54321 654321 987654321 abc abc123 qwe qwerty password admin
`

const MIN_LENGTH = 12
const words = splitWords(parts)

/** Each common word, behind or before the usual endings, or twice. */
const composed = words.flatMap((word) =>
  [word, ...splitWords(endings)].flatMap((ending) => [`${word}${ending}`, `${ending}${word}`]),
)

/** Only those long enough to pass the length rule. */
export const commonPasswords: ReadonlySet<string> = new Set(
  [...splitWords(whole), ...composed].filter(({ length }) => length >= MIN_LENGTH),
)

/** The longest first: `passwords` is more than `pass`. */
export const commonParts: readonly string[] = words.toSorted((a, b) => b.length - a.length)

function splitWords(list: string): string[] {
  return list.split(/\s+/).filter((word) => word !== '')
}
