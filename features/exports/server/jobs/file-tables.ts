import type { Sensor } from '#kit/model/sensor.ts'
import type { Figures } from '#features/history/contract/analysis.ts'
import type { Statistics } from '#features/history/contract/statistics.ts'
import type { ExportedSensor } from '../file/reading-rows.ts'
import { sensorCells, sensorColumns } from '../file/sensor-columns.ts'
import type { Cell, Column } from '../file/table.ts'
import type { Words } from '../file/words.ts'
import type { Layout } from '../process/messages.ts'
import type { StoredReadings } from './stored-request.ts'

const column = (header: string, width: number): Column => ({ header, kind: 'value', width })

/** The time on the clock of the zone, which its head names, and the offset beside it. */
const timeColumns = (words: Words, timezone: string): Column[] => [
  { header: `${words.time} (${timezone})`, kind: 'time', width: 25 },
  { header: words.offset, kind: 'offset', width: 12 },
]

/** Columns of a table of one sensor, or of several whose rows name theirs. */
export function sensorModeColumns(
  words: Words,
  { step, timezone, format }: StoredReadings,
): Column[] {
  const { figures } = words
  const values =
    step === 'raw'
      ? [column(words.value, 16), column(words.quality, 12)]
      : [
          ...[figures.average, figures.minimum, figures.maximum, figures.last],
          ...[words.count, words.badCount],
        ].map((header) => column(header, 14))
  const named = format === 'csv' ? sensorColumns(words) : []
  return [...named, ...timeColumns(words, timezone), ...values]
}

/** How sensors are called in the heads of columns: with their device and unit. */
export function columnNames(sensors: readonly ExportedSensor[]): string[] {
  return sensors.map(
    ({ device, alias, unit }) => `${device} · ${alias}${unit === '' ? '' : ` (${unit})`}`,
  )
}

/** What the table of each sensor is called: as the sensor, with its device where several are so. */
export function tableNames(sensors: readonly ExportedSensor[]): string[] {
  const keys = sensors.map(({ alias }) => alias.trim().toLowerCase())
  const isAlone = (key: string) => keys.indexOf(key) === keys.lastIndexOf(key)
  return sensors.map(({ device, alias }, index) =>
    isAlone(keys[index] ?? '') ? alias : `${device} · ${alias}`,
  )
}

export function groupColumns(
  words: Words,
  names: readonly string[],
  { step, timezone }: StoredReadings,
): Column[] {
  const widths = names.map((name) => column(name, Math.min(40, Math.max(12, name.length + 2))))
  const uncertain = step === 'raw' ? [column(words.uncertainSensors, 20)] : []
  return [...timeColumns(words, timezone), ...widths, ...uncertain]
}

export function layoutOf(request: StoredReadings, sensors: readonly ExportedSensor[]): Layout {
  const { mode, step, figure, format } = request
  return {
    ...{ mode, sensors, names: columnNames(sensors) },
    steps: step === 'raw' ? null : { isDay: step === '1-day', figure },
    namesSensor: mode === 'sensor' && format === 'csv',
  }
}

/** What the file is, for whoever finds it in a year. */
export function informationTable(words: Words, request: StoredReadings, madeAt: number) {
  const { from, to, step, mode, figure, timezone } = request
  const text = (name: string, value: string): Cell[] => [name, value]
  const time = (name: string, at: number): Cell[] => [name, null, at, at]
  return {
    name: words.information,
    columns: [column(words.property, 22), column(words.value, 60), ...timeColumns(words, timezone)],
    rows: [
      text(words.zone, timezone),
      time(words.from, from),
      time(words.to, to),
      text(words.step, words.steps[step]),
      ...(mode === 'group' && step !== 'raw' ? [text(words.figure, words.figures[figure])] : []),
      time(words.madeAt, madeAt),
      text(words.notes, words.noteTimes),
      text('', words.noteBad),
      ...(step === 'raw' ? [] : [text('', words.noteSteps)]),
    ],
  }
}

const statisticNames = [
  'count',
  'badCount',
  'average',
  'standardDeviation',
  'minimum',
  'percentile5',
  'lowerQuartile',
  'median',
  'upperQuartile',
  'percentile95',
  'percentile99',
  'maximum',
  'last',
  'accumulated',
] as const

/** The figures of the history screen, a row for each sensor. */
export function statisticsTable(
  words: Words,
  sensors: readonly ExportedSensor[],
  figures: readonly Figures[],
) {
  const { statistic } = words
  const timed = ['timeWeightedAverage', 'availability', 'aboveMs', 'belowMs'] as const
  const heads = [...statisticNames, ...timed, 'textsBeside', 'source'] as const
  return {
    name: words.statistics,
    columns: [...sensorColumns(words), ...heads.map((name) => column(statistic[name], 16))],
    rows: sensors.map((sensor, index): Cell[] => {
      const { statistics, outside, timeWeighted, textsBeside } = figures[index] ?? {}
      return [
        ...sensorCells(sensor),
        ...statisticNames.map((name) => statistics?.[name] ?? null),
        ...[timeWeighted?.average ?? null, timeWeighted?.availability ?? null],
        ...(outside ? [outside.aboveMs / 1000, outside.belowMs / 1000] : [null, null]),
        textsBeside ?? null,
        sourceOf(statistics?.source ?? 'raw', words),
      ]
    }),
  }
}

/** Of which steps the figures are; minutes and hours stand for readings that have expired. */
function sourceOf(source: Statistics['source'], { steps }: Words): string {
  const rolled = [steps['1-min'], steps['1-hour']]
  if (source === 'raw') return steps.raw
  return (source === 'mixed' ? [steps.raw, ...rolled] : rolled).join(' / ')
}

/** What a file says of a sensor. */
export function exportedSensor(sensor: Sensor, device: string): ExportedSensor {
  const { id, lesiId, key, alias, unit, type } = sensor
  return { id, device, lesiId, key, alias, unit, type }
}
