import { hashKey } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { reportBySensor } from '#features/history/contract/routes.ts'
import { queryOf } from '#kit/web/calls/query-of.ts'
import { madeAtAfter, outagesQuery, sectionQuery } from './report-queries.ts'

const hour = 3_600_000
const from = Date.UTC(2026, 10, 20, 6)
const shift = { from, to: from + 8 * hour }
const sensor = { thing: 'PUMP-1', sensor: 'flow' }
const places = (madeAt: number) =>
  [sectionQuery(sensor, shift, madeAt), outagesQuery(['PUMP-1'], shift, madeAt)].map(
    ({ queryKey }) => hashKey(queryKey),
  )

test('EX104 a report of a period that goes on is of answers of when it was made', () => {
  const [early, late] = [places(from + 2 * hour), places(from + 6 * hour)]
  expect(early[0]).not.toBe(late[0])
  expect(early[1]).not.toBe(late[1])
  // Nothing is added to one that is over.
  expect(places(shift.to)).toEqual(places(shift.to + hour))
})

test('EX104 while its form is filled in a report stays as it is for a minute', () => {
  expect(madeAtAfter(from, from + 59_999)).toBe(from)
  expect(madeAtAfter(from, from + 60_000)).toBe(from + 60_000)
})

test('EX104 a report never takes the answer of a chart that is as wide', () => {
  const body = { ...sensor, ...shift, width: 700, mode: 'auto' } as const
  const ofChart = hashKey(queryOf(reportBySensor, { body }).queryKey.slice())
  expect(places(shift.to)[0]).not.toBe(ofChart)
})
