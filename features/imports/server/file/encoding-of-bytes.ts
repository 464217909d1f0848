import type { Mapping } from '../../contract/mapping.ts'
import { russianEncoding } from './russian.ts'

type Encoding = Mapping['encoding']

/**
 * The encoding that a text is likely in which is no Unicode: Chinese, Russian and Vietnamese are
 * recognised by their letters and how they follow each other; what gives no sign is Western.
 */
export function encodingOfBytes(head: Buffer): Encoding {
  if (isChinese(head)) return 'big5'
  const russian = russianEncoding(head)
  if (russian !== null) return russian
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

/** The tone of a vowel is a character of its own, which stands behind no other letter. */
function isVietnamese(text: string): boolean {
  const tones = text.match(/[\u0300\u0301\u0303\u0309\u0323]/g)?.length ?? 0
  const placed = text.match(/[aăâeêioôơuưy][\u0300\u0301\u0303\u0309\u0323]/giu)?.length ?? 0
  return tones > 0 && tones === placed
}
