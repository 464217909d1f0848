import { beforeEach, expect, it } from 'vitest'
import { RateLimiter } from '#kit/server/budget/rate-limiter.ts'
import { ConnectionTurns, type Turn } from './connection-turns.ts'

/** The clock stands still: whatever has to wait does not come. */
const atRest = (perSecond: number, burst: number) => new RateLimiter(perSecond, burst, () => 0)
let turns: ConnectionTurns
let served: number[]

beforeEach(() => {
  turns = new ConnectionTurns(atRest(100, 100), atRest(10, 32))
  served = []
})

const enter = (count: number, address = 'nat'): Turn[] =>
  Array.from({ length: count }, (_, index) => turns.enter(address, () => void served.push(index)))

it('IN22 serves as many strangers of an address as it may open at once, in their order', () => {
  enter(150)
  expect(served).toEqual(Array.from({ length: 100 }, (_, index) => index))
  enter(1, 'other')
  expect(served).toHaveLength(101)
})

it('IN100 devices that sign in wait for nobody, however many share an address', () => {
  const all = enter(5_000)
  all.forEach((turn, index) => turn.signedIn(`device-${index}`))
  expect(served).toEqual(Array.from({ length: 5_000 }, (_, index) => index))
  expect(turns.waitingAddresses).toBe(0)
})

it('IN100 a device that connects again and again counts for its address', () => {
  for (const turn of enter(1_000)) turn.signedIn('restless')
  expect(served).toHaveLength(100 + 32)
})

it('IN22 a connection that ends while it waits has no turn, and keeps nobody', () => {
  const all = enter(150)
  for (const turn of all.slice(100, 140)) turn.leave()
  for (const turn of all.slice(0, 10)) turn.signedIn('device')
  expect(served.slice(100)).toEqual([140, 141, 142, 143, 144, 145, 146, 147, 148, 149])
  expect(turns.waitingAddresses).toBe(0)
})
