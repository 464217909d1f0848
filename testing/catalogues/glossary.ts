import { readFileSync } from 'node:fs'
import type { Locale } from '#kit/model/locale.ts'
import { project } from './catalogues.ts'

/** A word of the glossary in one language, as patterns that find it in a text. */
export interface GlossaryWord {
  /** As the page writes it, such as `датчик·`. */
  readonly words: readonly WrittenWord[]
  readonly forbidden: readonly WrittenWord[]
}

interface WrittenWord {
  readonly written: string
  readonly pattern: RegExp
}

export type GlossaryTerm = Readonly<Record<Locale, GlossaryWord>>

export interface Glossary {
  readonly terms: readonly GlossaryTerm[]
  /** Keys of texts that the specification gives, exempt from the glossary. */
  readonly literal: ReadonlySet<string>
}

/** Reads `docs/glossary.md`. Throws where its table is not as wide as its head. */
export function readGlossary(): Glossary {
  return parseGlossary(readFileSync(`${project}docs/glossary.md`, 'utf8'))
}

/** Takes the page apart: the rows of its table, and the keys named after it. */
export function parseGlossary(page: string): Glossary {
  const [head = [], , ...rows] = page
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').slice(1, -1))
  const locales = head.map((name) => name.trim() as Locale)
  const terms = rows.map((cells) => {
    if (cells.length !== locales.length) throw new Error(`not a row: ${cells.join('|')}`)
    const words = cells.map((cell, index) => [locales[index], glossaryWord(cell)] as const)
    return Object.fromEntries(words) as GlossaryTerm
  })
  const literal = /^Texts of the specification.*$/m.exec(page)?.[0] ?? ''
  return { terms, literal: new Set([...literal.matchAll(/`([^`]+)`/g)].map(([, key = '']) => key)) }
}

function glossaryWord(cell: string): GlossaryWord {
  const all = cell.split(',').map((part) => part.trim())
  const struck = (part: string) => /^~~.+~~$/.test(part)
  return {
    words: all.filter((part) => !struck(part)).map(writtenWord),
    forbidden: all.filter(struck).map((part) => writtenWord(part.slice(2, -2))),
  }
}

/**
 * What is before the dot of a word, with any ending where it has a dot; at the border of words,
 * but for Chinese, which writes none.
 */
function writtenWord(written: string): WrittenWord {
  const parts = written.split(' ').map((part) => {
    const [stem = '', ending] = part.split('·')
    return ending === undefined ? stem : `${stem}\\p{L}*`
  })
  const word = parts.join('[ \\u00a0]')
  const isChinese = /\p{Script=Han}/u.test(written)
  const pattern = new RegExp(isChinese ? word : `(?<!\\p{L})${word}(?!\\p{L})`, 'iu')
  return { written, pattern }
}
