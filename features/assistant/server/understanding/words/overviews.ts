import type { Locale } from '#kit/model/locale.ts'
import type { Intent } from '../../../contract/answer.ts'
import { texts, words } from '../fold.ts'

/** Forms that ask whether all is well: "what is wrong?", "is everything ok?". */
export const overviews: Readonly<Record<Locale, readonly [Intent, RegExp]>> = {
  en: [
    'overview',
    words(
      "(?:what(?: is|'s|s)?|anything|something) (?:wrong|broken|happening|going on|the matter)" +
        '|(?:every ?thing|all|all is) (?:is )?(?:ok|okay|fine|good|well|al ?right|normal|running)' +
        '|problems?|issues?|troubles?|faults?|wrong|overview|status|situation|summary|normal|ok' +
        '|okay|everything|how (?:is|are|was|were) (?:the )?(?:whole )?(?:plant|factory' +
        '|things)|doing',
    ),
  ],
  ru: [
    'overview',
    words(
      'что (?:там )?с(?= )|что (?:\\S+ )?(?:не так|случилось|сломал\\S*|происходит' +
        '|не работает|стряслось)|не так' +
        '|все (?:ли )?(?:хорошо|ок|работает|штатно)|проблем\\S*|неполадк\\S*|неисправност\\S*' +
        '|все (?:про|об?)|обстановк\\S*|сводк\\S*|как дела|в порядке|норм|в норме' +
        '|нормальн\\S*|на заводе',
    ),
  ],
  'zh-TW': [
    'overview',
    texts(
      '(?:有|出)(?:了|什麼|什么|任何|沒有|没有)*(?:問題|问题|異常|异常|故障|事)|問題|异常|異常' +
        '|正常|狀況|状况|一切|都好|還好|好嗎|都ok|沒事|怎麼了|怎么了|全廠|工廠',
    ),
  ],
  vi: [
    'overview',
    words(
      'tình trạng|vấn đề|sự cố|trục trặc|bất thường|bình thường|tình hình|mọi thứ' +
        '|tất cả(?! (?:các |những )?(?:cảm biến|thiết bị|máy))|ổn(?! định)' +
        '|sao rồi|hỏng|lỗi|nhà máy|có gì (?:sai|lạ)',
    ),
  ],
}
