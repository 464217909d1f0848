import { expect, it } from 'vitest'
import type { SensorReport } from '../../contract/routes.ts'
import { drawnReport, hoursText } from './in-hours.ts'

const units = { hour: 'h', minute: 'min' }
const text = (seconds: number) => hoursText(seconds / 3_600, units, String)

it('HI10 running hours are written in whole hours and minutes', () => {
  expect(text(71_535_420)).toBe('19870 h 57 min')
  expect(text(59)).toBe('0 h 00 min')
  for (let minute = 0; minute < 600; minute++) {
    expect(text(71_535_600 + minute * 60)).toBe(
      `${19_871 + Math.floor(minute / 60)} h ${String(minute % 60).padStart(2, '0')} min`,
    )
  }
})

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
