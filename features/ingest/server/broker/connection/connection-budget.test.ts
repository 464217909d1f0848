import { beforeEach, expect, it } from 'vitest'
import { Budget } from '#kit/server/budget/budget.ts'
import type { BudgetKind } from '#kit/server/budget/kinds.ts'
import { ConnectionBudget } from './connection-budget.ts'

const kinds = ['mqtt-connection', 'mqtt-packet', 'will'] as const
const none = [0, 0, 0]
let budget: Budget
let connection: ConnectionBudget

beforeEach(() => {
  budget = new Budget(128 * 2 ** 20)
  connection = new ConnectionBudget(budget)
})

const held = () =>
  kinds.map((kind) => budget.usage().find((usage) => usage.kind === kind)?.bytes ?? NaN)

/** Leaves one source without any share of a kind. */
function exhaust(kind: BudgetKind, source: string): void {
  budget.reserve(kind, source, budget.limits(kind).share)
}

it('IN16 counts for the new source alone after a move', () => {
  connection.moveTo('address 192.0.2.1', 0)
  connection.countIncomplete(100)
  connection.countIdentifiers(2)
  expect(connection.moveTo('pump-1', 50)).toBeNull()
  expect(held()).toEqual([8_192, 100 + 2 * 256, 50])
  expect(budget.usage().map(({ sources }) => sources)).not.toContain(2)
})

it.each(kinds)('IN16 holds nothing when the new source has no share of %s left', (kind) => {
  connection.moveTo('address 192.0.2.1', 0)
  connection.countIncomplete(100)
  exhaust(kind, 'pump-1')
  const before = budget.limits(kind).share
  expect(connection.moveTo('pump-1', 50)).toBe('share')
  expect(held()).toEqual(kinds.map((each) => (each === kind ? before : 0)))
})

it('IN16 bytes and identifiers of a connection add up, and an excess changes neither', () => {
  connection.moveTo('pump-1', 0)
  const { share } = budget.limits('mqtt-packet')
  expect(connection.countIdentifiers(3)).toBeNull()
  expect(connection.countIncomplete(share - 3 * 256)).toBeNull()
  expect([connection.countIdentifiers(4), connection.countIncomplete(share)]).toEqual([
    'share',
    'share',
  ])
  expect(connection.countIdentifiers(2)).toBeNull()
  expect(held()).toEqual([8_192, share - 256, 0])
  expect(connection.countIncomplete(0)).toBeNull()
  expect(held()).toEqual([8_192, 2 * 256, 0])
})

it('IN16 gives everything back at its end, for good', () => {
  connection.moveTo('pump-1', 50)
  connection.countIncomplete(100)
  connection.end()
  expect(held()).toEqual(none)
  expect([connection.moveTo('pump-1', 50), connection.countIncomplete(7)]).toEqual([null, null])
  expect(held()).toEqual(none)
})
