import type { DeviceActivity, SensorReport } from '#features/history/contract/sensor-report.ts'
import type { Range } from '#kit/model/time/period.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import type { PersonalReader } from '#kit/server/clickhouse/telemetry.ts'
import type { SensorAnnotations } from '../../contract/report/annotations.ts'
import type { FileProcess } from '../process/file-process.ts'
import type { StoredReport } from './stored-request.ts'
import type { FinishedFile } from './make-file.ts'

/** A report that is to be made. */
export interface ReportTask {
  readonly request: StoredReport
  /** With the names of their devices. */
  readonly sensors: readonly { readonly sensor: Sensor; readonly device: string }[]
  readonly site: string
  readonly path: string
  /** ms UTC */
  readonly madeAt: number
}

export interface ReportServices {
  readonly reader: PersonalReader
  readonly file: Pick<FileProcess, 'execute'>
  /** What the history screen says of a sensor and a device; nothing is known beyond `now`. */
  readonly reports: {
    readonly report: (
      reader: PersonalReader,
      sensor: Sensor,
      period: Range & { readonly now: number },
    ) => Promise<SensorReport>
    readonly activity: (
      reader: PersonalReader,
      deviceId: number,
      range: Range,
    ) => Promise<DeviceActivity>
  }
  /** What was noted on a sensor from a time until another, ms UTC, the second exclusive. */
  readonly annotations: (sensorId: number, range: Range) => Promise<SensorAnnotations>
  /** Readings that are in the file, and its bytes; what it throws ends the work. */
  readonly onProgress: (readings: number, bytes: number) => void
}

/** Makes the PDF of a report, a sensor at a time; returns when it is on disk. */
export async function makeReport(
  { reader, file, reports, annotations, onProgress }: ReportServices,
  { request, sensors, site, path, madeAt }: ReportTask,
): Promise<FinishedFile> {
  const { from, to, timezone, language, paper, shift, notes, madeBy } = request
  const names = new Map(sensors.map(({ sensor, device }) => [sensor.deviceId, device]))
  const devices = []
  for (const [deviceId, name] of names)
    devices.push({ name, activity: await reports.activity(reader, deviceId, { from, to }) })
  const head = { site, shift: shift ?? null, from, to, timezone, madeBy, madeAt, notes }
  await file.execute({ type: 'open-report', options: { path, paper, language, head, devices } })
  let readings = 0
  for (const { sensor, device } of sensors) {
    const report = await reports.report(reader, sensor, { from, to, now: madeAt })
    const reported = { report, annotations: await annotations(sensor.id, { from, to }) }
    await file.execute({ type: 'section', reported, device })
    readings += report.statistics.count + report.statistics.badCount
    onProgress(readings, 0)
  }
  return file.execute({ type: 'end' })
}
