import { afterEach, expect, test, vi } from 'vitest'
import { maximumNamedAlarms } from '../../../contract/routes.ts'
import { leftAfter, performAction, reasonsOf, type ActionOutcome } from './alarm-action.ts'

afterEach(() => void vi.unstubAllGlobals())

const ids = Array.from({ length: maximumNamedAlarms + 3 }, (_, index) => index + 1)
const rest = ids.slice(maximumNamedAlarms)
const first = ids.slice(0, maximumNamedAlarms)
const shelve = { kind: 'shelve', time: { shiftEnd: Date.UTC(2026, 4, 4, 14) }, reason: 'known' }

/** The server answers the first call, which has as many alarms as one may have, and then so. */
function answering(next: () => Response) {
  vi.stubGlobal('document', { cookie: 'XSRF-TOKEN=token' })
  vi.stubGlobal('fetch', (_: string, { body }: { readonly body: string }) => {
    const asked: number[] = JSON.parse(body).ids
    const data = { done: asked.slice(1), refused: [{ id: 1, reason: 'not_found' }] }
    return Promise.resolve(asked.includes(1) ? Response.json({ data }) : next())
  })
}

const perform = (onInterrupted: (outcome: ActionOutcome) => void = () => {}) =>
  performAction({ ...shelve, kind: 'shelve' }, ids, onInterrupted)

test('AL110 of alarms in several calls those are left that the next shift refused', async () => {
  const refused = rest.map((id) => ({ id, reason: 'shift_over' }))
  answering(() => Response.json({ data: { done: [], refused } }))
  const outcome = await perform()
  expect(leftAfter(outcome, ids)).toEqual(rest)
  expect(reasonsOf(outcome)).toEqual([
    { reason: 'not_found', count: 1 },
    { reason: 'shift_over', count: 3 },
  ])
})

test('AL110 what was done before a call that failed is reported', async () => {
  answering(() => new Response('', { status: 503 }))
  const reported: ActionOutcome[] = []
  await expect(perform((outcome) => reported.push(outcome))).rejects.toThrow()
  expect(reported.map(({ done }) => done)).toEqual([first.slice(1)])
  const [outcome = { done: [], refused: [] }] = reported
  expect(leftAfter(outcome, ids)).toEqual(rest)
  expect(reasonsOf(outcome)).toContainEqual({ reason: 'unanswered', count: 3 })
})

test('AL110 where the first call failed nothing was done, nothing is reported', async () => {
  vi.stubGlobal('document', { cookie: 'XSRF-TOKEN=token' })
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('', { status: 503 })))
  const reported = vi.fn()
  await expect(perform(reported)).rejects.toThrow()
  expect(reported).not.toHaveBeenCalled()
})
