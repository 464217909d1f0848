import { createTranslator } from 'use-intl/core'
import { expect, test } from 'vitest'
import { fieldErrorSentences } from '#kit/model/calls/field-error-sentences.ts'
import { locales } from '#kit/model/locale.ts'
import { readCatalogues } from '#testing/catalogues/catalogues.ts'
import { messageParts } from '#kit/web/texts/message-parts.ts'

const prefix = 'errors.fields.'
const codes = Object.entries(fieldErrorSentences)

test.each(locales)('KW13 %s has a text for every field error, and for nothing else', (locale) => {
  const texts = Object.keys(readCatalogues(locale)).filter((key) => key.startsWith(prefix))
  expect(texts.map((key) => key.slice(prefix.length)).toSorted()).toEqual(
    codes.map(([code]) => code).toSorted(),
  )
})

test.each(locales)('KW13 the texts of %s use the parameters that there are', (locale) => {
  const texts = readCatalogues(locale)
  for (const [code, sentence] of codes) {
    const names = [...sentence.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const text = texts[`${prefix}${code}`] ?? ''
    for (const { name } of messageParts(text).arguments) expect(names, code).toContain(name)
    const values = Object.fromEntries(names.map((name) => [name, 5]))
    const shown = createTranslator({ locale, messages: { text } })('text', values as never)
    expect(shown, code).not.toMatch(/[{}]/)
  }
})

test('KW13 a number is in the plural of the language', () => {
  const of = (minimum: number) =>
    createTranslator({
      locale: 'ru',
      messages: { text: readCatalogues('ru')[`${prefix}too_short`] ?? '' },
    })('text', { minimum } as never)
  expect([1, 3, 8].map(of)).toEqual([
    'Не менее 1 символа',
    'Не менее 3 символов',
    'Не менее 8 символов',
  ])
})
