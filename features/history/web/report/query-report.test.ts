import { expect, test } from 'vitest'
import { reportQuery } from './query-report.ts'

const hour = 3_600_000
const shift = { from: 1_795_132_800_000, to: 1_795_132_800_000 + 8 * hour }

/** How long until a report that came at `receivedAt` is asked for again, ms; false: never. */
function restAfter(receivedAt: number | null): unknown {
  const { refetchInterval } = reportQuery({ thing: 'PUMP-1', sensor: 'flow', ...shift, width: 800 })
  const data = receivedAt === null ? undefined : { receivedAt }
  return typeof refetchInterval === 'function'
    ? refetchInterval({ state: { data } } as Parameters<typeof refetchInterval>[0])
    : refetchInterval
}

test('HI74 dates of one’s own grow until all of them is known', () => {
  expect(restAfter(null)).toBe(false)
  expect(restAfter(shift.from + hour)).toBe((8 * hour) / 1_000)
  expect(restAfter(shift.to - 1)).toBe((8 * hour) / 1_000)
  expect(restAfter(shift.to)).toBe(false)
})
