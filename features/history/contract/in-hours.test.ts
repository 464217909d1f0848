import { expect, it } from 'vitest'
import type { SensorReport } from './sensor-report.ts'
import { drawnReport } from './in-hours.ts'

it('HI10 the report of a timer is drawn in hours, others as they are', () => {
  const statistics = {
    count: 2,
    minimum: 3_600,
    maximum: 7_200,
    last: 7_200,
    accumulated: 3_600,
    average: null,
  }
  const series = { kind: 'raw', time: [1, 2], value: [3_600, 7_200], quality: [0, 0] }
  const report = (type: string) =>
    ({ sensor: { type }, statistics, series }) as unknown as SensorReport
  expect(drawnReport(report('timer'))).toMatchObject({
    statistics: { count: 2, minimum: 1, maximum: 2, last: 2, accumulated: 1, average: null },
    series: { time: [1, 2], value: [1, 2] },
  })
  expect(drawnReport(report('counter'))).toEqual(report('counter'))
})
