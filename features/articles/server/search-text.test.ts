import fc from 'fast-check'
import { expect, test } from 'vitest'
import { excerptOf, searchQueryOf, searchTextOf } from './search-text.ts'

test('AC1 marks of Latin letters do not count, and Chinese is cut into pairs', () => {
  expect(searchTextOf('Nhiệt độ máy BƠM số 3').words).toBe('nhiet do may bom so 3')
  expect(searchTextOf('Ещё насосный').words).toBe('еще насосный')
  expect(searchTextOf('更換濾網 P-101')).toEqual({
    words: 'p 101',
    signs: ['更', '更換', '換', '換濾', '濾', '濾網', '網'],
  })
  expect(searchQueryOf('濾網 pump')).toEqual({ words: 'pump:*', signs: "'濾網'" })
  expect(searchQueryOf('二〇 ⺀')?.signs).toBe("'二〇'")
  expect(searchQueryOf(" &|!():*'\\ ⺀")).toBeNull()
})

test('AC1 whatever is typed becomes a question of letters and digits alone', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (typed) => {
      const asked = searchQueryOf(typed)
      if (!asked) return
      expect(asked.words).toMatch(/^(?:[\p{L}\p{N}]+(?: & |:\*$))*$/u)
      expect(asked.signs).toMatch(/^(?:'[\p{L}\p{N}]{1,2}'(?: & |$))*$/u)
    }),
  )
})

test('AC1 an excerpt shows the word that was found, and is whole', () => {
  const text = `${'Before that. '.repeat(40)}The nhiệt độ is high. ${'After that. '.repeat(40)}`
  expect(excerptOf(text, 'NHIET')).toMatch(/^…[^…]*nhiệt độ[^…]*…$/u)
  expect(excerptOf('Short', 'none')).toBe('Short')
  expect(excerptOf('', 'none')).toBe('')
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 600 }), fc.string(), (content, typed) => {
      expect(excerptOf(content.toWellFormed(), typed).isWellFormed()).toBe(true)
    }),
  )
})
