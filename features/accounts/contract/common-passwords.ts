const words = `
  password passw0rd passwort passwords welcome welcome1 letmein iloveyou princess sunshine football
  baseball basketball superman batman spiderman pokemon starwars dragon monkey master shadow michael
  jordan jennifer jessica ashley daniel thomas charlie michelle nicole andrew joshua matthew robert
  william qwerty qwertyuiop qwerty123 qwertyui asdfghjkl asdfasdf zxcvbnm zxcvbnm1 qazwsx qazwsxedc
  1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2 q1w2e3r4 q1w2e3r4t5 abc123 abcd1234 abcdefgh a1b2c3d4
  aa123456 123456 1234567 12345678 123456789 1234567890 12345 1234 123123 123321 112233 121212
  123654 147258 147258369 159753 654321 987654321 87654321 666666 888888 11111111 00000000 88888888
  12341234 11223344 123qwe 123abc qwe123 q123456 admin administrator adminadmin admin123 root
  rootroot toor superuser supervisor operator guest user username login changeme changeit default
  secret secret123 temp temporary test testing testtest tester demo demodemo system manager service
  support company internet computer network server database windows microsoft google facebook
  samsung apple android iphone trustno1 whatever freedom nothing anything access hello hellohello
  helloworld goodbye flower butterfly chocolate cookie cheese banana orange pepper summer winter
  spring autumn monday friday january february october november december london moscow taipei hanoi
  saigon taiwan vietnam russia america canada germany france china japan killer hunter ranger soccer
  hockey tennis golfer yankees liverpool arsenal chelsea barcelona mustang ferrari porsche mercedes
  corvette harley yamaha toyota honda maverick phoenix thunder lightning diamond silver golden
  purple rainbow mercury jupiter saturn galaxy cosmos matrix gandalf merlin wizard ninja samurai
  warrior angel angels heaven jesus christ god family mother father sister brother friend friends
  forever lovely loveme lover iloveu lovers baby babygirl babyboy angelbaby sweetie honey ginger
  bailey buster maggie molly lucky tigger snoopy garfield mickey minnie donald computer1 parola
  parol privet lyubov natasha nikita andrey sergey aleksandr dmitriy marina svetlana zaq12wsx
  zaq1zaq1 xsw2zaq1 pass1234 passpass pass word password1 password123 p@ssword letmein1 warroom
  industrial sensor sensors monitor monitoring scada modbus plc factory plant machine engineer
  maintenance production siemens schneider rockwell honeywell woaini woaini1314 5201314 1314520
  a123456 a12345678 matkhau anhyeuem khongcho tinhyeu hoilamgi motorola nokia blink182 eminem
  metallica nirvana slipknot пароль привет любовь йцукен йцукенг наташа солнышко qwerty1234 zxcvbn
  zxcv asdf asdfgh asdf1234 poiuytrewq lkjhgfdsa mnbvcxz correcthorsebatterystaple
`

/** What guessers try first: the words and key runs that people choose most, in lower case. */
export const commonPasswords: ReadonlySet<string> = new Set(words.trim().split(/\s+/))
