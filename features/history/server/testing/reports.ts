import type { Reading } from '#kit/model/reading.ts'
import { plainSensor, type Sensor } from '#kit/model/sensor.ts'
import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'
import { SensorReport } from '../../contract/sensor-report.ts'
import { withoutExpiry } from './wide-columns.ts'
import { reportJson, type ReportRequest } from '../reports/report.ts'

/** The day of the tests, ms UTC. */
export const base = Date.UTC(2026, 4, 3)

let nextSensor = 1

/** A sensor of a type, with an id that no other test of the file uses. */
export function newSensor(type: Sensor['type'] = 'analog'): Sensor {
  const id = nextSensor++
  return {
    ...{ id, type, deviceId: 1, lesiId: 'DEV', key: `s${id}`, alias: `s${id}` },
    ...{ unit: '', decimals: 1, intervalMs: 1000, states: {}, isNew: false },
    ...{ lowerAlarm: null, upperAlarm: null, scaleLow: null, scaleHigh: null, ...plainSensor },
  }
}

/** Good readings of a sensor, `stepMs` apart from `base` on. */
export function readingsOf(
  { id: sensorId }: Sensor,
  values: readonly Reading['value'][],
  stepMs = 1,
): Reading[] {
  return values.map((value, index) => ({
    ...{ sensorId, time: base + index * stepMs, value },
    quality: value === null ? 'bad' : 'good',
  }))
}

/** The report of a day, as a browser reads it. */
export async function reportOf(
  telemetry: Telemetry,
  request: Partial<ReportRequest> & Pick<ReportRequest, 'sensor'>,
): Promise<SensorReport> {
  const noActivity = { columnMs: 60_000, firstTime: [], lastTime: [], count: [] }
  const pieces = await reportJson(telemetry.readerFor('session'), {
    ...{ from: base, to: base + 86_400_000, width: 100, mode: 'auto', timezone: 'UTC' },
    now: base + 86_400_000,
    hold: () => undefined,
    retained: withoutExpiry,
    activity: async () => ({ silenceMs: 60_000, ...noActivity }),
    ...request,
  })
  return SensorReport.parse(JSON.parse(String(Buffer.concat(pieces))))
}
