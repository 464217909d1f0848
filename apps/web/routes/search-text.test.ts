import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from './search-text.ts'

const name = fc.string({ minLength: 1 }).filter((text) => text !== '__proto__')
const text = fc.oneof(fc.string(), fc.constantFrom('1E3', 'null', 'true', '{}', '"x"', '007', ' '))

test('WE23 search parameters are texts, whatever they look like', () => {
  expect(parseSearch('?thing=1E3&sensor=null&page=2&find=%22x%22')).toEqual({
    thing: '1E3',
    sensor: 'null',
    page: '2',
    find: '"x"',
  })
  expect(parseSearch('?a=1&b=2&a=3')).toEqual({ a: ['1', '3'], b: '2' })
  expect(stringifySearch({ thing: '1E3', page: 2, none: undefined })).toBe('?thing=1E3&page=2')
  expect(stringifySearch({})).toBe('')
})

test('WE23 what was written reads back as itself', () => {
  const value = fc.oneof(text, fc.array(text, { minLength: 2, maxLength: 3 }))
  fc.assert(
    fc.property(fc.dictionary(name, value), (search) => {
      const wellFormed = Object.fromEntries(
        Object.entries(search).map(([key, each]) => [
          key.toWellFormed(),
          Array.isArray(each) ? each.map((one) => one.toWellFormed()) : each.toWellFormed(),
        ]),
      )
      expect(parseSearch(stringifySearch(wellFormed))).toEqual(wellFormed)
    }),
  )
})
