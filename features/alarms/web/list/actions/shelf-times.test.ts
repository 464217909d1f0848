import { afterEach, expect, test, vi } from 'vitest'
import { performAction, refusesShiftEnd } from './alarm-action.ts'
import { choiceOf, isOffered, shelfTimes } from './shelf-times.ts'

afterEach(() => void vi.unstubAllGlobals())

const two = Date.UTC(2026, 4, 4, 14)
const ten = Date.UTC(2026, 4, 4, 22)

test('AL106 the end of a shift that was chosen is not that of the next shift', () => {
  const chosen = shelfTimes(two).find((time) => choiceOf(time) === 'shift') ?? null
  expect(chosen).toEqual({ shiftEnd: two })
  expect(isOffered(chosen, two)).toBe(true)
  expect([isOffered(chosen, ten), isOffered(chosen, null)]).toEqual([false, false])
  expect(shelfTimes(ten)).toContainEqual({ shiftEnd: ten })
  for (const time of [15, 'passed'] as const) expect(isOffered(time, ten)).toBe(true)
  expect(shelfTimes(null).map(choiceOf)).toEqual([5, 15, 60, 'passed'])
})

test('AL106 the end of the shift that was read goes with the call', async () => {
  const bodies: unknown[] = []
  vi.stubGlobal('document', { cookie: 'XSRF-TOKEN=token' })
  vi.stubGlobal('fetch', (_: string, { body }: { readonly body: string }) => {
    bodies.push(JSON.parse(body))
    const data = { done: [], refused: [{ id: 1, reason: 'shift_over' }] }
    return Promise.resolve(Response.json({ data }))
  })
  const action = { kind: 'shelve', time: { shiftEnd: two }, reason: 'known' } as const
  const outcome = await performAction(action, [1])
  expect(bodies).toEqual([
    { ids: [1], minutes: null, isOneShot: false, shiftEnd: two, reason: 'known' },
  ])
  expect(refusesShiftEnd(outcome)).toBe(true)
})
