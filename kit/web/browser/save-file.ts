import { beginOf } from '#kit/model/text/shortened.ts'

/** Characters of a file's name before its extension. */
export const maximumFileName = 120

/** A name that every system takes, of words that people chose. */
export function safeFileName(name: string, extension: string): string {
  const plain = name.toWellFormed().replaceAll(/[\\/:*?"<>|\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '_')
  const safe = beginOf(plain, maximumFileName)
    .replace(/^[.\s]+/, '')
    .trimEnd()
  return `${safe === '' ? 'chart' : safe}.${extension}`
}

/** Lets the person store something as a file of this name. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser reads the address after this turn.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
