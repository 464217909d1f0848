import type { Mapping } from '../../contract/mapping.ts'

type Encoding = Mapping['encoding']

/**
 * The encoding that a text is likely in which is no Unicode: Chinese, Russian and Vietnamese are
 * recognised by how their letters follow each other; what gives no sign of them is Western.
 */
export function encodingOfBytes(head: Buffer): Encoding {
  if (isChinese(head)) return 'big5'
  // Each byte is a character here: those of the three encodings differ from 0x80 on only.
  const words = head.toString('latin1').match(/[A-Za-z\u00a8\u00b8\u00c0-\u00ff]+/g) ?? []
  const foreign = words.filter((word) => word.length > 1 && /[\u0080-\u00ff]/.test(word))
  if (isRussian(foreign)) return 'windows-1251'
  return isVietnamese(new TextDecoder('windows-1258').decode(head))
    ? 'windows-1258'
    : 'windows-1252'
}

/** Bytes with which the characters of usual texts begin; behind them are rare ones. */
const usualLead = { first: 0xa1, last: 0xc6 }

function isChinese(head: Buffer): boolean {
  try {
    // The last character may be cut.
    new TextDecoder('big5', { fatal: true }).decode(head, { stream: true })
  } catch {
    return false
  }
  let [all, usual, high] = [0, 0, 0]
  for (let at = 0; at < head.length - 1; at++) {
    const lead = head[at] ?? 0
    if (lead < 0x80) continue
    at += 1
    all += 1
    if (lead >= usualLead.first && lead <= usualLead.last) usual += 1
    if ((head[at] ?? 0) >= 0x80) high += 1
  }
  // The signs of °C and µm are two such bytes as well, of which the second is a letter.
  return all > 1 && usual >= all * 0.9 && high > 0
}

/** Russian words have no Latin letters; of Western ones only some letters are foreign. */
function isRussian(foreign: readonly string[]): boolean {
  const whole = foreign.filter((word) => !/[A-Za-z]/.test(word))
  return whole.length * 2 > foreign.length
}

/** The tone of a vowel is a character of its own, which stands behind no other letter. */
function isVietnamese(text: string): boolean {
  const tones = text.match(/[\u0300\u0301\u0303\u0309\u0323]/g)?.length ?? 0
  const placed = text.match(/[aăâeêioôơuưy][\u0300\u0301\u0303\u0309\u0323]/giu)?.length ?? 0
  return tones > 0 && tones === placed
}
