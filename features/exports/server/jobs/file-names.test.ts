import { expect, test } from 'vitest'
import { fileNameOf } from './describe-job.ts'
import type { StoredReadings, StoredReport } from './stored-request.ts'

const request = (device: string, alias: string, sensorIds = [1]) =>
  ({
    ...{ kind: 'readings', format: 'csv', mode: 'sensor', timezone: 'UTC', sensorIds },
    ...{ from: Date.UTC(2026, 10, 1), to: Date.UTC(2026, 10, 8), firstSensor: { device, alias } },
  }) as unknown as StoredReadings

const long = 'Насосная станция второго подъёма '.repeat(5)

test('EX26 a long name of a device leaves its sensor and the period in the name of a file', () => {
  const names = ['Давление на выходе', 'Расход воды'].map((alias) =>
    fileNameOf(request(long, alias)),
  )
  expect(names[0]).toMatch(/^Насосная .*… · Давление на выходе 2026-11-01 2026-11-07\.csv$/)
  expect(names[1]).toMatch(/^Насосная .*… · Расход воды 2026-11-01 2026-11-07\.csv$/)
  for (const name of names) expect(name.length).toBeLessThanOrEqual(110)
  const several = fileNameOf(request(long, 'Расход воды', [1, 2, 3]))
  expect(several).toMatch(/… · Расход воды \+2 2026-11-01 2026-11-07\.csv$/)
  const report = { ...request(long, 'Расход воды'), kind: 'report', language: 'ru' }
  expect(fileNameOf(report as unknown as StoredReport)).toMatch(/… · Расход воды 2026-11-01/)
})

test('EX26 names that fit stay whole, and a long sensor leaves a device its begin', () => {
  expect(fileNameOf(request('PUMP/1', 'Flow'))).toBe('PUMP_1 · Flow 2026-11-01 2026-11-07.csv')
  const name = fileNameOf(request('Kesselhaus', '🛠'.repeat(100)))
  expect(name).toMatch(/^Kesselhaus · (🛠)+… 2026/u)
  expect(name).not.toContain('\ufffd')
})
