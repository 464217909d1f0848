import fc from 'fast-check'
import { expect, test } from 'vitest'
import { userSorts } from '#features/accounts/contract/users.ts'
import { readAddress, writeAddress } from '#kit/web/address/address.ts'
import { usersAddress, type UsersAddress } from './users-address.ts'

const addresses: fc.Arbitrary<UsersAddress> = fc.record({
  search: fc.string({ maxLength: 255 }),
  role: fc.option(fc.string({ minLength: 1, maxLength: 40 })),
  status: fc.constantFrom('active', 'disabled', null),
  sort: fc.constantFrom(...userSorts),
  order: fc.constantFrom('asc', 'desc'),
  page: fc.integer({ min: 1, max: 1_000_000 }),
  limit: fc.constantFrom(20, 50, 100),
})

test('AM20 an address that was written reads back as itself', () => {
  fc.assert(
    fc.property(addresses, (address) => {
      expect(readAddress(usersAddress, writeAddress(usersAddress, address))).toEqual(address)
    }),
  )
})

test('AM20 whatever is in an address, it asks for something that the server takes', () => {
  const anything = fc.dictionary(
    fc.constantFrom('search', 'role', 'status', 'sort', 'order', 'page', 'limit'),
    fc.anything(),
  )
  fc.assert(
    fc.property(anything, (search) => {
      const address = readAddress(usersAddress, search)
      expect(address.page).toBeGreaterThanOrEqual(1)
      expect([20, 50, 100]).toContain(address.limit)
      expect(userSorts).toContain(address.sort)
      expect(address.search.length).toBeLessThanOrEqual(255)
    }),
  )
  expect(writeAddress(usersAddress, readAddress(usersAddress, {}))).toEqual({})
})
