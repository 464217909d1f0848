import { columnHead, deviceWithId, pairedSheetName, sheetName } from '#kit/model/exported-names.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { lampColourOf, meaningOf } from '#kit/model/states.ts'
import type { Figures } from '#features/history/contract/analysis.ts'
import type { StateFigures } from '#features/history/contract/state-figures.ts'
import type { Statistics } from '#features/history/contract/statistics.ts'
import type { ExportedSensor } from '../file/reading-rows.ts'
import { folded, reserved } from '../file/sheet-names.ts'
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
  const labels = labelsOf(sensors)
  return sensors.map(({ device, alias, unit }, index) =>
    columnHead({ device, alias: labels[index] ?? alias, unit }),
  )
}

/**
 * What the table of each sensor is called: as the sensor, with its device where several are so, by
 * what cannot be alike where even so a sheet would have the name of another.
 */
export function tableNames(sensors: readonly ExportedSensor[], words: Words): string[] {
  const labels = labelsOf(sensors)
  const taken = [words.information, words.statistics, reserved]
  const choices = [
    sensors.map(({ alias }, index) => (labels[index] === alias ? sheetName(alias) : '')),
    sensors.map(({ device, alias }, index) => pairedSheetName(device, labels[index] ?? alias)),
    sensors.map(({ lesiId, key }) => pairedSheetName(lesiId, key)),
  ].map((names) => ({ names, count: countsOf([...names, ...taken].map(folded)) }))
  return sensors.map(({ alias }, index) => {
    const isAlone = ({ names, count }: (typeof choices)[number]) =>
      names[index] !== '' && count.get(folded(names[index] ?? '')) === 1
    const chosen = choices.find(isAlone) ?? choices.at(-1)
    return chosen?.names[index] ?? alias
  })
}

/** Sensors of a device by their keys where others of it are called alike, or by such a key. */
function labelsOf(sensors: readonly ExportedSensor[]): string[] {
  const nameOf = ({ lesiId }: ExportedSensor, name: string) =>
    `${lesiId} ${name.trim().toLowerCase()}`
  const count = countsOf(
    sensors.flatMap((sensor) => {
      const { alias, key } = sensor
      return [...new Set([nameOf(sensor, alias), nameOf(sensor, key)])]
    }),
  )
  return sensors.map((sensor) => {
    const { alias, key } = sensor
    return count.get(nameOf(sensor, alias)) === 1 ? alias : key
  })
}

function countsOf(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
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
  sensors: readonly { readonly sensor: Sensor; readonly exported: ExportedSensor }[],
  figures: readonly Figures[],
) {
  const { statistic } = words
  const timed = ['timeWeightedAverage', 'availability', 'aboveMs', 'belowMs'] as const
  const ofStates = ['stateTimes', 'stateChanges'] as const
  const heads = [...statisticNames, ...timed, ...ofStates, 'textsBeside', 'source'] as const
  return {
    name: words.statistics,
    columns: [...sensorColumns(words), ...heads.map((name) => column(statistic[name], 16))],
    rows: sensors.map(({ sensor, exported }, index): Cell[] => {
      const { statistics, outside, timeWeighted, states, textsBeside } = figures[index] ?? {}
      return [
        ...sensorCells(exported),
        ...statisticNames.map((name) => statistics?.[name] ?? null),
        timeWeighted?.average ?? null,
        timeWeighted?.availability ?? (states ? shareOfGreen(sensor, states) : null),
        ...(outside ? [outside.aboveMs / 1000, outside.belowMs / 1000] : [null, null]),
        ...(states ? [timesText(sensor, states), states.changes] : [null, null]),
        textsBeside ?? null,
        sourceOf(statistics?.source ?? 'raw', words),
      ]
    }),
  }
}

/** For how much of the time a lamp was green; null for detectors. */
function shareOfGreen(sensor: Sensor, { shares, elapsedMs }: StateFigures): number | null {
  if (sensor.type !== 'lamp' || elapsedMs === 0) return null
  const green = shares.filter(({ state }) => lampColourOf(sensor, state) === 'green')
  return green.reduce((sum, { ms }) => sum + ms, 0) / elapsedMs
}

/** Each state, as it is called where it has a name, and how long it lasted, in seconds. */
const timesText = (sensor: Sensor, { shares }: StateFigures): string =>
  shares
    .map(({ state, ms }) => `${meaningOf(sensor, state)?.word || state}: ${ms / 1000}`)
    .join('; ')

/** Of which steps the figures are; minutes and hours stand for readings that have expired. */
function sourceOf(source: Statistics['source'], { steps }: Words): string {
  const rolled = [steps['1-min'], steps['1-hour']]
  if (source === 'raw') return steps.raw
  return (source === 'mixed' ? [steps.raw, ...rolled] : rolled).join(' / ')
}

/** What a file says of its sensors; devices that are called alike have their LESI IDs as well. */
export function exportedSensors(
  sensors: readonly { readonly sensor: Sensor; readonly device: string }[],
): ExportedSensor[] {
  const idsOf = Map.groupBy(sensors, ({ device }) => device.trim().toLowerCase())
  return sensors.map(({ sensor: { id, lesiId, key, alias, unit, type }, device }) => {
    const alike = idsOf.get(device.trim().toLowerCase()) ?? []
    const isAlone = alike.every(({ sensor }) => sensor.lesiId === lesiId)
    const named = isAlone ? device : deviceWithId(device, lesiId)
    return { id, device: named, lesiId, key, alias, unit, type }
  })
}
