import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  choiceField,
  misreadFields,
  optionalChoice,
  optionalText,
  pageField,
  pageSizeField,
  pageSizes,
  readAddress,
  textField,
  writeAddress,
} from './address.ts'

const fields = {
  search: textField(10),
  role: optionalText(10),
  status: optionalChoice(['on', 'off']),
  order: choiceField(['up', 'down'], 'up'),
  page: pageField,
  limit: pageSizeField(50),
}

const addresses = fc.record({
  search: fc.string({ maxLength: 10 }),
  role: fc.option(fc.string({ minLength: 1, maxLength: 10 })),
  status: fc.constantFrom('on' as const, 'off' as const, null),
  order: fc.constantFrom('up' as const, 'down' as const),
  page: fc.integer({ min: 1, max: 1_000_000 }),
  limit: fc.constantFrom(...pageSizes),
})

test('KW12 an address that was written reads back as itself', () => {
  fc.assert(
    fc.property(addresses, (address) => {
      expect(readAddress(fields, writeAddress(fields, address))).toEqual(address)
    }),
  )
})

test('KW12 whatever somebody types, each field has one of its values', () => {
  const typed = fc.dictionary(fc.constantFrom(...Object.keys(fields)), fc.anything())
  fc.assert(
    fc.property(typed, (search) => {
      const { page, limit, ...address } = readAddress(fields, search)
      expect(page).toBeGreaterThanOrEqual(1)
      expect(pageSizes).toContain(limit)
      expect(address.search.length).toBeLessThanOrEqual(10)
      expect(address.role).not.toBe('')
      expect(['on', 'off', null]).toContain(address.status)
      expect(['up', 'down']).toContain(address.order)
    }),
  )
})

test('KW12 only what differs from the plain screen is written', () => {
  expect(writeAddress(fields, readAddress(fields, {}))).toEqual({})
  expect(writeAddress(fields, readAddress(fields, { search: 12, page: '3', limit: 20 }))).toEqual({
    search: '12',
    page: 3,
    limit: 20,
  })
  expect(readAddress(fields, { search: true }).search).toBe('true')
})

test('KW12 what was written is never misread, what makes no sense is named', () => {
  fc.assert(
    fc.property(addresses, (address) => {
      expect(misreadFields(fields, writeAddress(fields, address))).toEqual([])
    }),
  )
  expect(
    misreadFields(fields, { status: 'on', order: 'up', page: '1', limit: '', x: 'y' }),
  ).toEqual([])
  const absurd = {
    search: 'x'.repeat(11),
    role: ['a', 'b'],
    status: 'ON',
    order: '',
    page: '1e9',
    limit: '51',
  }
  expect(misreadFields(fields, absurd)).toEqual(['search', 'role', 'status', 'page', 'limit'])
})
