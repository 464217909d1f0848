import fc from 'fast-check'
import { expect, test } from 'vitest'
import { misreadFields } from '../address/address.ts'
import { detailFields, detailHref, detailOf, detailOfHref } from './detail-address.ts'

test('KW27 the address of a sensor’s details reads back as the sensor, whatever its key is', () => {
  const key = fc.string({ minLength: 1, maxLength: 128 })
  fc.assert(
    fc.property(key, (text) => {
      expect(detailOfHref(detailHref({ lesiId: 'PUMP-P101', key: text }))).toEqual({
        ...{ lesiId: 'PUMP-P101', key: text, day: null },
      })
    }),
  )
})

test.each([
  ['PUMP-P101/flow', '2026-11-20', '2026-11-20'],
  ['PUMP-P101/flow', '2026-02-30', null],
  ['PUMP-P101/flow', '1969-12-31', null],
  ['PUMP-P101/flow', '2100-01-01', null],
  ['PUMP-P101/flow', undefined, null],
])('KW27 %s on %s is of the day %s', (detail, detailDay, day) => {
  expect(detailOf({ detail, detailDay })).toMatchObject({ day })
})

test.each(['', 'flow', '/flow', 'PUMP-P101/', 'P/flow', 'PUMP P/flow', `PUMP/${'k'.repeat(129)}`])(
  'KW27 "%s" names no sensor, and is shown to be misread',
  (detail) => {
    expect(detailOf({ detail })).toBeNull()
    expect(misreadFields(detailFields, { detail })).toEqual(detail === '' ? [] : ['detail'])
  },
)

test('KW27 other addresses are none of a sensor’s details', () => {
  expect(detailOfHref('/warroomCharts?detail=PUMP-P101/flow')).toBeNull()
  expect(detailOfHref('?page=2')).toBeNull()
})
