import { expect, test } from 'vitest'
import { locales } from '#kit/model/locale.ts'
import { formatList } from './list.ts'

test('KW25 what is listed has the comma of its language between', () => {
  expect(locales.map((locale) => formatList(['1', '2'], locale))).toEqual([
    ...['1, 2', '1, 2', '1、2', '1, 2'],
  ])
})
