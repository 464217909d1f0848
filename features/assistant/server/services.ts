import type { Alarm } from '#features/alarms/contract/alarm.ts'
import type { Figures } from '#features/history/contract/analysis.ts'
import type { SensorReport } from '#features/history/contract/sensor-report.ts'
import type { Statistics } from '#features/history/contract/statistics.ts'
import type { QualityCode } from '#kit/model/quality.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import type { Shift } from '#kit/model/time/shifts.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import type { PersonalReader, Telemetry } from '#kit/server/clickhouse/telemetry.ts'
import type { Clock } from '#kit/server/clock.ts'
import type { CurrentReadings } from '#kit/server/readings/current-readings.ts'
import type { DevicePresence } from '#kit/server/devices/device-presence.ts'
import type { ReadingWriter } from '#kit/server/readings/reading-writer.ts'

/** A range of a sensor, ms UTC; nothing is known beyond `now`. */
export interface AskedRange {
  readonly sensor: Sensor
  readonly from: number
  readonly to: number
  readonly now: number
}

/** Alarms that came within a range, ms UTC, of these devices, and of these sensors alone. */
export interface AskedAlarms {
  readonly deviceIds: readonly number[]
  /** Null: all of the devices. */
  readonly sensorIds: readonly number[] | null
  readonly from: number
  readonly to: number
}

/** How often a sensor or a device alarmed. */
export interface AlarmCount {
  readonly deviceId: number
  /** Null: the device itself, or all of it. */
  readonly sensorId: number | null
  readonly count: number
}

/** What is stored of alarms. */
export interface AlarmReader {
  /** The newest ones, at most `limit`, and how many there are. */
  list(
    asked: AskedAlarms,
    limit: number,
  ): Promise<{ readonly alarms: readonly Alarm[]; readonly total: number }>
  /** Ids of the rules that count for a sensor. */
  rulesOf(sensor: Sensor): readonly number[]
  /** The most frequent ones, at most `limit`. */
  mostOften(
    asked: AskedAlarms,
    by: 'sensor' | 'device',
    limit: number,
  ): Promise<readonly AlarmCount[]>
  /**
   * Those that are there now or that somebody still has to see: the most important ones, at most
   * `limit`, and how many there are.
   */
  active(
    asked: Pick<AskedAlarms, 'deviceIds' | 'sensorIds'>,
    limit: number,
  ): Promise<{ readonly alarms: readonly Alarm[]; readonly total: number }>
}

/** A published article. */
export interface FoundArticle {
  readonly id: number
  readonly title: string
  /** Of its text, around the first word that was looked for. */
  readonly excerpt: string
  readonly text: string
  /** Ids of the sensors whose procedure it is. */
  readonly sensors: readonly number[]
}

/** What is published of articles. */
export interface ArticleReader {
  /** Those that have most of these words, the best match first. */
  find(words: readonly string[], limit: number): Promise<readonly FoundArticle[]>
  /** The procedures of these sensors and alarm rules. */
  procedures(
    of: { readonly sensors: readonly number[]; readonly rules: readonly number[] },
    limit: number,
  ): Promise<readonly FoundArticle[]>
}

/** What answers are made of. */
export interface AssistantServices {
  readonly catalogue: Catalogue
  readonly presence: DevicePresence
  readonly current: CurrentReadings
  readonly telemetry: Pick<Telemetry, 'readerFor'>
  readonly writer: Pick<ReadingWriter, 'flush'>
  readonly clock: Clock
  /** The site's zone. */
  readonly timezone: string
  /** Of the site. */
  readonly shifts: () => Promise<readonly Shift[]>
  /** The statistics of a range, as the history screen says them. */
  readonly statistics: (reader: PersonalReader, asked: AskedRange) => Promise<Statistics>
  /** All figures of a range: also those that need the time for which each reading counts. */
  readonly figures: (reader: PersonalReader, asked: AskedRange) => Promise<Figures>
  readonly report: (reader: PersonalReader, asked: AskedRange) => Promise<SensorReport>
  /** The newest stored reading of each sensor at or before a moment, by id. */
  readonly readingsAt: (
    reader: PersonalReader,
    sensors: readonly Sensor[],
    at: number,
  ) => Promise<ReadonlyMap<number, StoredReading>>
  readonly alarms: AlarmReader
  readonly articles: ArticleReader
}

export interface StoredReading {
  readonly time: number
  readonly value: number | string | null
  readonly quality: QualityCode
}
