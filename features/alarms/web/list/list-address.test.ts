import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readAddress, writeAddress } from '#kit/web/address/address.ts'
import { periodOf } from './history/query-history.ts'
import { historyPeriods, listAddress } from './list-address.ts'

const typed = fc.dictionary(
  fc.constantFrom(...Object.keys(listAddress)),
  fc.oneof(fc.string(), fc.integer(), fc.constantFrom('1', 'open', 'history', '2026-11-20T06:00')),
)

test('AW3 whatever somebody types into the address, it reads back as it was written', () => {
  fc.assert(
    fc.property(typed, (search) => {
      const address = readAddress(listAddress, search)
      expect(readAddress(listAddress, writeAddress(listAddress, address))).toEqual(address)
    }),
  )
})

test('AW7 a period of the history is never empty, and ends in whole minutes', () => {
  const moment = fc.constantFrom('', '2026-11-20T06:00', '2026-11-21T06:00', '1999-01-01T00:00')
  fc.assert(
    fc.property(
      fc.constantFrom(...historyPeriods),
      moment,
      moment,
      fc.integer({ min: 0, max: 4e12 }),
      (period, from, to, now) => {
        const range = periodOf({ period, from, to }, 'Asia/Taipei', now)
        expect(range.from).toBeLessThan(range.to)
        expect(range.to % 60_000).toBe(0)
        if (period !== 'custom') expect(range.to).toBeGreaterThan(now)
      },
    ),
  )
})
