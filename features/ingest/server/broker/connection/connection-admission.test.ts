import { beforeEach, expect, it } from 'vitest'
import { RateLimiter } from '#kit/server/budget/rate-limiter.ts'
import { ConnectionAdmission, type Admission } from './connection-admission.ts'

/** The clock stands still: whatever has to wait does not come. */
const atRest = (perSecond: number, burst: number) => new RateLimiter(perSecond, burst, () => 0)
let admissions: ConnectionAdmission
let served: number[]

beforeEach(() => {
  admissions = new ConnectionAdmission(atRest(100, 100), atRest(10, 32))
  served = []
})

const enter = (count: number, address = 'nat'): Admission[] =>
  Array.from({ length: count }, (_, index) =>
    admissions.enter(address, () => void served.push(index)),
  )

it('IN22 serves as many strangers of an address as it may open at once, in their order', () => {
  enter(150)
  expect(served).toEqual(Array.from({ length: 100 }, (_, index) => index))
  enter(1, 'other')
  expect(served).toHaveLength(101)
})

it('IN100 devices that sign in wait for nobody, however many share an address', () => {
  const all = enter(5_000)
  all.forEach((admission, index) => admission.signedIn(`device-${index}`))
  expect(served).toEqual(Array.from({ length: 5_000 }, (_, index) => index))
  expect(admissions.waitingAddresses).toBe(0)
})

it('IN100 a device that connects again and again counts for its address', () => {
  for (const admission of enter(1_000)) admission.signedIn('restless')
  expect(served).toHaveLength(100 + 32)
})

it('IN22 a connection that ends while it waits has no turn, and keeps nobody', () => {
  const all = enter(150)
  for (const admission of all.slice(100, 140)) admission.leave()
  for (const admission of all.slice(0, 10)) admission.signedIn('device')
  expect(served.slice(100)).toEqual([140, 141, 142, 143, 144, 145, 146, 147, 148, 149])
  expect(admissions.waitingAddresses).toBe(0)
})
