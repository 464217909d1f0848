import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { Transformer } from '@napi-rs/image'

/** Letters stay sharp at this quality; below it the hairlines of tables fade. */
const quality = 46

/** Stores a picture as AVIF; returns its size in bytes. */
export async function storePicture(png: Buffer, path: string): Promise<number> {
  const content = await new Transformer(png).avif({ quality, speed: 6 })
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
  return content.length
}

/**
 * Notes which words of controls a picture shows: as long as all of them are words of the product
 * it can be what the screen looks like.
 */
export function storeShownWords(
  folder: string,
  locale: string,
  page: string,
  words: readonly string[],
): void {
  const path = `${folder}${locale}/words.json`
  const stored = existsSync(path)
    ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, readonly string[]>)
    : {}
  const next = Object.entries({ ...stored, [page]: words }).toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  )
  writeFileSync(path, `${JSON.stringify(Object.fromEntries(next), null, 2)}\n`)
}
