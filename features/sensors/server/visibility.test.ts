import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contractState, contractTerm } from './contract-term.ts'
import type { StoredBinding } from './catalogue-store.ts'
import { Visibility } from './visibility.ts'

const binding = (
  userId: number,
  contractStart: string | null,
  contractEnd: string | null,
): StoredBinding => ({
  userId,
  relation: 'admin',
  contractStart,
  contractEnd,
})

test('CA9 a contract counts from its first day’s start to its last day’s end', () => {
  const november = contractTerm(
    { contractStart: '2026-11-01', contractEnd: '2026-11-30' },
    'Asia/Taipei',
  )
  const [opens, closes] = [Date.UTC(2026, 9, 31, 16), Date.UTC(2026, 10, 30, 16)]
  expect(november).toEqual({ opensAt: opens, closesAt: closes })
  expect(
    [opens - 1, opens, closes - 1, closes].map((time) => contractState(november, time)),
  ).toEqual([...['upcoming', 'open', 'open', 'ended']])
  // A day of 25 hours.
  const october = contractTerm(
    { contractStart: '2026-10-25', contractEnd: '2026-10-25' },
    'Europe/Berlin',
  )
  expect(october.closesAt - october.opensAt).toBe(25 * 3_600_000)
  const always = contractTerm({ contractStart: null, contractEnd: null }, 'UTC')
  expect([-8.64e15, 0, 8.64e15].map((time) => contractState(always, time))).toEqual([
    'open',
    'open',
    'open',
  ])
  const never = contractTerm({ contractStart: '2026-11-30', contractEnd: '2026-11-01' }, 'UTC')
  expect(
    [0, Date.UTC(2026, 10, 15), Date.UTC(2027, 0)].map((time) => contractState(never, time)),
  ).not.toContain('open')
})

test('CA9 what a person sees follows the clock, forward and back', () => {
  let now = Date.UTC(2026, 10, 30, 23, 59, 59, 999)
  const visibility = new Visibility({ clock: () => now, timezone: 'UTC' })
  expect(
    visibility.replace(7, [
      binding(1, null, '2026-11-30'),
      binding(2, '2026-12-01', null),
      binding(3, null, null),
    ]),
  ).toEqual([...[1, 2, 3]])
  expect(visibility.openTo(1)).toBe(visibility.openTo(1))
  const seen = () => [1, 2, 3, 4].map((userId) => visibility.openTo(userId).has(7))
  expect(seen()).toEqual([true, false, true, false])
  expect(visibility.takeChanged()).toEqual([])
  now += 1
  expect(seen()).toEqual([false, true, true, false])
  expect(visibility.takeChanged()).toEqual([1, 2])
  expect(visibility.takeChanged()).toEqual([])
  expect(visibility.bindingsOf(1).get(7)).toMatchObject({
    state: 'ended',
    contractEnd: '2026-11-30',
  })
  now -= 1
  expect(seen()).toEqual([true, false, true, false])
  expect(visibility.takeChanged()).toEqual([1, 2])
  expect(
    visibility.replace(7, [binding(1, null, '2026-11-30'), binding(2, '2026-12-02', null)]),
  ).toEqual([2, 3])
  now += 1
  expect(visibility.takeChanged()).toEqual([1])
})

test('CA9 after any changes and steps of the clock everybody sees what the dates say', () => {
  const date = fc.option(fc.integer({ min: 1, max: 9 }).map((day) => `2026-11-0${day}`))
  const tie = fc.record({
    userId: fc.integer({ min: 1, max: 3 }),
    contractStart: date,
    contractEnd: date,
  })
  const bindings = fc.uniqueArray(tie, { selector: ({ userId }) => userId, maxLength: 3 })
  const step = fc.oneof(
    fc.record({ deviceId: fc.integer({ min: 1, max: 3 }), bindings }),
    fc.record({ hours: fc.integer({ min: -40, max: 60 }) }),
  )
  const sees = (ties: ReadonlyMap<number, readonly StoredBinding[]>, now: number) =>
    [1, 2, 3].map((userId) =>
      [...ties]
        .filter(([, own]) =>
          own.some(
            (one) =>
              one.userId === userId &&
              contractState(contractTerm(one, 'Asia/Taipei'), now) === 'open',
          ),
        )
        .map(([deviceId]) => deviceId)
        .toSorted(),
    )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      let now = Date.UTC(2026, 10, 5)
      const visibility = new Visibility({ clock: () => now, timezone: 'Asia/Taipei' })
      const ties = new Map<number, readonly StoredBinding[]>()
      for (const taken of steps) {
        const before = sees(ties, now)
        let named: readonly number[]
        if ('hours' in taken) {
          now += taken.hours * 3_600_000
          named = visibility.takeChanged()
        } else {
          const own = taken.bindings.map((one) => ({ ...one, relation: 'sub-user' as const }))
          ties.set(taken.deviceId, own)
          named = visibility.replace(taken.deviceId, own)
        }
        const after = sees(ties, now)
        expect([1, 2, 3].map((userId) => [...visibility.openTo(userId)].toSorted())).toEqual(after)
        for (const [index, userId] of [1, 2, 3].entries()) {
          if (String(before[index]) !== String(after[index])) expect(named).toContain(userId)
        }
      }
    }),
  )
})

test('CA9 a person whom a change does not concern is not named', () => {
  const visibility = new Visibility({ clock: () => 0, timezone: 'UTC' })
  visibility.replace(1, [binding(1, null, null), binding(2, null, null)])
  expect(visibility.replace(1, [binding(1, null, null), binding(2, null, null)])).toEqual([])
  expect(
    visibility.replace(1, [
      binding(1, null, null),
      { ...binding(2, null, null), relation: 'sub-user' },
    ]),
  ).toEqual([2])
  expect(visibility.replace(1, [])).toEqual([1, 2])
  expect(visibility.openTo(1).size).toBe(0)
})
