import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createTranslator } from 'use-intl/core'
import { describe, expect, test } from 'vitest'
import { locales } from '#kit/model/locale.ts'
import { features } from './features.ts'

const project = fileURLToPath(new URL('../..', import.meta.url))

/** Texts that are the same in other languages: names, signs, words of the trade. */
const sameEverywhere = new Set(['Warroom', '© {year} Warroom', 'Email', 'min', 'h', 'M', 'CSV', 'PNG', 'Excel', '{value} {unit}'])

type Texts = Readonly<Record<string, string>>

function flat(value: unknown, path = ''): Texts {
  if (typeof value === 'string') return { [path]: value }
  const entries = Object.entries(value as Record<string, unknown>)
  return Object.assign({}, ...entries.map(([key, inner]) => flat(inner, path === '' ? key : `${path}.${key}`))) as Texts
}

function read(folder: string, locale: string): unknown {
  return JSON.parse(readFileSync(`${project}${folder}/${locale}.json`, 'utf8'))
}

/** Names of the arguments and tags of a message. */
function parts(message: string): readonly string[] {
  const names = [...message.matchAll(/\{\s*(\w+)\s*[,}]|<(\w+)>/g)].map(([, argument, tag]) => argument ?? `<${tag ?? ''}>`)
  return [...new Set(names)].toSorted()
}

function hasWords(message: string): boolean {
  return /\p{L}{2}/u.test(message.replaceAll(/\{\s*\w+\s*\}/g, ''))
}

const folders = globSync(['apps/web/texts', 'features/*/web/texts'], { cwd: project }).toSorted()
const code = globSync(['apps/web/**/*.{ts,tsx}', 'features/*/{web,contract}/**/*.{ts,tsx}', 'kit/{web,ui,model}/**/*.{ts,tsx}'], {
  cwd: project,
})
  .filter((path) => !/\.test\.tsx?$|\/dist\//.test(path))
  .map((path) => readFileSync(`${project}${path}`, 'utf8'))
  .join('\n')

describe.each(folders)('%s', (folder) => {
  const english = flat(read(folder, 'en'))

  test.each(locales)('WE8 %s has every key with the same arguments', (locale) => {
    const texts = flat(read(folder, locale))
    expect(Object.keys(texts).toSorted()).toEqual(Object.keys(english).toSorted())
    for (const [key, text] of Object.entries(texts)) expect(parts(text), key).toEqual(parts(english[key] ?? ''))
  })

  test.each(locales)('WE8 %s is written so that it can be shown', (locale) => {
    const texts = flat(read(folder, locale))
    const broken: string[] = []
    for (const [key, text] of Object.entries(texts)) {
      const translate = createTranslator({
        locale,
        messages: { text },
        onError: (error) => broken.push(`${key}: ${error.message}`),
      })
      const values = Object.fromEntries(
        parts(text).map((name) => [name.replace(/[<>]/g, ''), name.startsWith('<') ? (inner: string) => inner : 1]),
      )
      translate.markup('text', values as never)
    }
    expect(broken).toEqual([])
  })

  test.each(locales.filter((locale) => locale !== 'en'))('WE8 %s is translated', (locale) => {
    const script = { ru: /\p{Script=Cyrillic}/u, 'zh-TW': /\p{Script=Han}/u, vi: /\p{L}/u }[locale]
    const left = Object.entries(flat(read(folder, locale))).filter(([key, text]) => {
      const source = english[key] ?? ''
      if (!hasWords(source) || sameEverywhere.has(source)) return false
      return text === source || (hasWords(text) && !script.test(text))
    })
    expect(left).toEqual([])
  })

  test('WE8 every key is used', () => {
    const unused = Object.keys(english).filter((key) => {
      const leaf = key.split('.').at(-1) ?? key
      return !new RegExp(`(['"\`.])${leaf.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&')}(['"\`])|\\b${leaf}\\??:`).test(code)
    })
    expect(unused).toEqual([])
  })
})

test('WE8 every title of a screen is in the catalogues', () => {
  const known = new Set(
    folders.flatMap((folder) => {
      const feature = /^features\/([^/]+)/.exec(folder)?.[1]
      return Object.keys(flat(read(folder, 'en'))).map((key) => (feature === undefined ? key : `${feature}.${key}`))
    }),
  )
  const titles = features.flatMap((feature) => feature.screens.map((screen) => screen.title))
  expect(titles.filter((title) => !known.has(title))).toEqual([])
})
