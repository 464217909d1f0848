import type { Inspection, Mapping, Preview, Proposal } from '../../contract/mapping.ts'
import type { FoundSensor } from '../../contract/routes.ts'

/** What a column is, in a table with a column for each sensor or with a row for each reading. */
export const roles = {
  wide: ['none', 'time', 'clock', 'offset', 'reading', 'uncertain'],
  long: ['none', 'time', 'clock', 'offset', 'device', 'name', 'value', 'quality'],
} as const
export type Role = (typeof roles)['wide' | 'long'][number]

/** How the text of a CSV file is read: the file is looked at again with it. */
export interface CsvDraft {
  readonly encoding?: Mapping['encoding'] | undefined
  readonly separator?: Mapping['separator'] | undefined
  readonly quote?: Mapping['quote'] | undefined
  readonly headRows?: number | undefined
}

/** A name of the file with the sensor that somebody chose for it. */
export interface NameDraft {
  readonly device: string
  readonly name: string
  readonly sensor: FoundSensor
}

export interface Draft {
  readonly shape: 'wide' | 'long'
  readonly decimal: Mapping['decimal']
  /** Null: nobody has chosen yet which of two it is. */
  readonly timeFormat: Mapping['time']['format'] | null
  readonly timezone: string
  readonly repeatedHour: Mapping['repeatedHour']
  /** By column. */
  readonly roles: readonly Role[]
  readonly sensors: readonly (FoundSensor | null)[]
  readonly names: readonly NameDraft[]
}

export type InspectionReply = {
  readonly inspection: Inspection
  readonly found: readonly (readonly (FoundSensor | null)[])[]
}

/** How many columns a table has. */
export const widthOf = ({ head, rows }: Preview): number =>
  Math.max(head.length, ...rows.map((row) => row.length))

function roleOf(column: number, proposal: Proposal, isFound: boolean): Role {
  const { timeColumn, clockColumn, offsetColumn, shape } = proposal
  if (column === timeColumn) return 'time'
  if (column === clockColumn) return 'clock'
  if (column === offsetColumn) return 'offset'
  if (shape === 'wide') {
    if (column === proposal.uncertainColumn) return 'uncertain'
    return isFound ? 'reading' : 'none'
  }
  if (column === proposal.deviceColumn) return 'device'
  if (column === proposal.sensorColumn) return 'name'
  if (column === proposal.valueColumn) return 'value'
  return column === proposal.qualityColumn ? 'quality' : 'none'
}

/** What the file suggests. */
export function draftOf(
  table: Preview,
  found: readonly (FoundSensor | null)[],
  timezone: string,
): Draft {
  const { proposal } = table
  const columns = Array.from({ length: widthOf(table) }, (_, column) => column)
  const { shape, decimal, timeFormat } = proposal
  return {
    ...{ shape, decimal, timeFormat, timezone, repeatedHour: 'order', names: [] },
    roles: columns.map((column) => roleOf(column, proposal, Boolean(found[column]))),
    sensors: columns.map((column) => found[column] ?? null),
  }
}

const placeOf = (draft: Draft, role: Role): number | null => {
  const at = draft.roles.indexOf(role)
  return at === -1 ? null : at
}

/** What was chosen for this table before; null where that was another one. */
export function draftOfMapping(
  table: Preview,
  mapping: Mapping,
  found: readonly (FoundSensor | null)[],
): Draft | null {
  const { separator, encoding, headRows } = table.proposal
  const isOther =
    mapping.sheet !== table.sheet ||
    mapping.headRows !== headRows ||
    (mapping.sheet === null && (mapping.separator !== separator || mapping.encoding !== encoding))
  if (isOther) return null
  const { time, shape, decimal, timezone, repeatedHour } = mapping
  const roles = Array.from({ length: widthOf(table) }, (): Role => 'none')
  const sensors: (FoundSensor | null)[] = roles.map((_, column) => found[column] ?? null)
  const put = (column: number | null, role: Role) => {
    if (column !== null && column < roles.length) roles[column] = role
  }
  put(time.column, 'time')
  put(time.clockColumn, 'clock')
  put(time.offsetColumn, 'offset')
  if (shape.kind === 'wide') {
    put(shape.uncertainColumn, 'uncertain')
    for (const { column, thing, sensor } of shape.columns) {
      put(column, 'reading')
      const same = found[column]
      const isSame = same?.thing === thing && same.sensor === sensor
      sensors[column] = isSame ? same : { thing, sensor, label: `${thing} · ${sensor}` }
    }
  } else {
    put(shape.deviceColumn, 'device')
    put(shape.sensorColumn, 'name')
    put(shape.valueColumn, 'value')
    put(shape.qualityColumn, 'quality')
  }
  const named = shape.kind === 'wide' ? [] : shape.names
  return {
    ...{ shape: shape.kind, decimal, timeFormat: time.format, timezone, repeatedHour },
    ...{ roles, sensors },
    names: named.map(({ device, name, thing, sensor }) => ({
      ...{ device, name },
      sensor: { thing, sensor, label: `${thing} · ${sensor}` },
    })),
  }
}

/** What is missing before the file can be checked; null: nothing. */
export function missingOf(
  draft: Draft,
  table: Preview,
): 'time' | 'format' | 'reading' | 'value' | 'name' | null {
  if (placeOf(draft, 'time') === null) return 'time'
  if (draft.timeFormat === null) return 'format'
  if (draft.shape === 'wide') {
    const readings = draft.roles.flatMap((role, column) => (role === 'reading' ? [column] : []))
    const isWhole = readings.length > 0 && readings.every((column) => draft.sensors[column])
    return isWhole ? null : 'reading'
  }
  if (placeOf(draft, 'value') === null) return 'value'
  return placeOf(draft, 'name') === null && table.sheet === null ? 'name' : null
}

/** The mapping that the form says; null while something is missing. */
export function mappingOf(draft: Draft, table: Preview): Mapping | null {
  const column = placeOf(draft, 'time')
  if (missingOf(draft, table) !== null || column === null || draft.timeFormat === null) return null
  const { encoding, separator, quote, headRows } = table.proposal
  const { decimal, timezone, repeatedHour } = draft
  return {
    ...{ sheet: table.sheet, encoding, separator, quote, headRows },
    ...{ decimal, timezone, repeatedHour },
    time: {
      ...{ column, format: draft.timeFormat },
      clockColumn: placeOf(draft, 'clock'),
      offsetColumn: placeOf(draft, 'offset'),
    },
    shape: draft.shape === 'wide' ? wideShape(draft) : longShape(draft),
  }
}

const wideShape = (draft: Draft): Mapping['shape'] => ({
  kind: 'wide',
  columns: draft.roles.flatMap((role, column) => {
    const chosen = role === 'reading' ? draft.sensors[column] : null
    return chosen ? [{ column, thing: chosen.thing, sensor: chosen.sensor }] : []
  }),
  uncertainColumn: placeOf(draft, 'uncertain'),
})

const longShape = (draft: Draft): Mapping['shape'] => ({
  kind: 'long',
  deviceColumn: placeOf(draft, 'device'),
  sensorColumn: placeOf(draft, 'name'),
  valueColumn: placeOf(draft, 'value') ?? 0,
  qualityColumn: placeOf(draft, 'quality'),
  names: draft.names.map(({ device, name, sensor: { thing, sensor } }) => ({
    ...{ device, name, thing, sensor },
  })),
})
