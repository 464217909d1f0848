import type { Sensor } from '#kit/model/sensor.ts'
import type { SensorReport } from './sensor-report.ts'
import type { Series } from './series.ts'
import type { Statistics } from './statistics.ts'

const secondsPerHour = 3_600

/**
 * A report as it is drawn: running hours count in hours, not in the seconds in which they are
 * stored.
 */
export function drawnReport(report: SensorReport): SensorReport {
  if (report.sensor.type !== 'timer') return report
  return {
    ...report,
    statistics: statisticsInHours(report.statistics),
    series: seriesInHours(report.series),
  }
}

/**
 * A sensor as its chart writes it: running hours are written with their own units, and their limits
 * are hours too.
 */
export function drawnSensor(sensor: Sensor): Sensor {
  if (sensor.type !== 'timer') return sensor
  const { lowerAlarm, upperAlarm } = sensor
  return { ...sensor, unit: '', lowerAlarm: hours(lowerAlarm), upperAlarm: hours(upperAlarm) }
}

/** A value of a sensor as its chart draws it. */
export function drawnValue({ type }: Sensor, value: number): number {
  return type === 'timer' ? value / secondsPerHour : value
}

const hours = (seconds: number | null) => (seconds === null ? null : seconds / secondsPerHour)

function statisticsInHours(statistics: Statistics): Statistics {
  const { minimum, maximum, last, accumulated } = statistics
  return {
    ...statistics,
    minimum: hours(minimum),
    maximum: hours(maximum),
    last: hours(last),
    accumulated: hours(accumulated),
  }
}

function seriesInHours(series: Series): Series {
  const all = (list: readonly number[]) => list.map((seconds) => seconds / secondsPerHour)
  switch (series.kind) {
    case 'raw':
      return { ...series, value: series.value.map(hours) }
    case 'columns':
      return {
        ...series,
        first: all(series.first),
        minimum: all(series.minimum),
        maximum: all(series.maximum),
        last: all(series.last),
      }
    case 'changes':
      return series
  }
}
