import { expect, test } from 'vitest'
import { ReportRequest } from '../../contract/report/request.ts'
import { StoredRequest } from './stored-request.ts'

const asked = {
  ...{ kind: 'report', from: 0, to: 1, language: 'en', paper: 'A4', notes: '' },
  ...{ sensors: [{ thing: 'PUMP', sensor: 'flow' }], timezone: 'UTC' },
}

test('EX115 a report whose shift has a name of several lines is read, though not taken now', () => {
  const shift = 'Night\nuntil six'
  expect(ReportRequest.safeParse({ ...asked, shift }).success).toBe(false)
  const stored = {
    ...{ ...asked, shift, sensorIds: [1], roles: ['admin'], madeBy: 'Ann' },
    firstSensor: { device: 'Pump', alias: 'Flow' },
  }
  expect(StoredRequest.safeParse(stored).success).toBe(true)
})
