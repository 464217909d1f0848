import type { Locale } from '#kit/model/locale.ts'

/** What is read of a voice of the browser. */
export type Voice = Pick<SpeechSynthesisVoice, 'lang' | 'default' | 'localService'>

/**
 * The voice that reads `language`, of those that the browser has; null: none is installed. For
 * Traditional Chinese one of Taiwan, else Mandarin of elsewhere, else any other Chinese one. Of
 * several that suit as well the system's own one, then one that works without a network, then the
 * first.
 */
export function chooseVoice<Kind extends Voice>(
  voices: readonly Kind[],
  language: Locale,
): Kind | null {
  const [first] = voices
    .map((voice) => ({ voice, rank: rankOf(voice, language) }))
    .filter(({ rank }) => rank !== null)
    .toSorted((one, other) => (one.rank ?? 0) - (other.rank ?? 0))
  return first?.voice ?? null
}

/** The lower, the better; null: another language. */
function rankOf({ lang, default: isUsual, localService }: Voice, language: Locale): number | null {
  const suits = language === 'zh-TW' ? chineseRank(lang) : isOf(lang, language) ? 0 : null
  return suits === null ? null : suits * 4 + (isUsual ? 0 : 2) + (localService ? 0 : 1)
}

/** Tags as browsers write them: `zh-TW`, `zh_TW`, `zh-Hant-TW`, `cmn-Hant-TW`, `yue-HK`. */
function chineseRank(tag: string): number | null {
  const [language = '', ...rest] = partsOf(tag)
  if (!['zh', 'cmn', 'yue'].includes(language)) return null
  if (rest.includes('tw') && language !== 'yue') return 0
  return language === 'yue' || rest.includes('hk') || rest.includes('mo') ? 2 : 1
}

const isOf = (tag: string, language: string) => partsOf(tag)[0] === language

const partsOf = (tag: string) => tag.toLowerCase().split(/[-_]/)
