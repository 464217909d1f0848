import type { Preview, Proposal } from '../../contract/mapping.ts'
import { dateText } from '../file/date-text.ts'
import { headOfRow } from '../file/open-rows.ts'
import { shown, type Row } from '../file/row.ts'
import { profileColumn, type ColumnProfile } from './columns.ts'
import { headerPatterns } from './header-patterns.ts'

const previewRows = 20
/** Titles that may be above the head. */
const maximumTitles = 20

type CsvPart = Pick<Proposal, 'encoding' | 'separator' | 'quote'>

/** Where a table is: `sheet` null in a CSV file. */
interface TablePlace {
  readonly sheet: string | null
  readonly is1904: boolean
}

/** What the first rows of a table suggest. `headRows`: where a person has chosen it. */
export function previewOf(
  { sheet, is1904 }: TablePlace,
  rows: readonly Row[],
  csv: CsvPart,
  headRows: number | undefined,
): Preview {
  const before = headRows ?? headRowsOf(rows)
  const isHead = (row: Row, index: number) => (sheet === null ? index : row.line - 1) < before
  const data = rows.filter((row, index) => !isHead(row, index))
  const top = rows.filter(isHead)
  const last = before === 0 ? undefined : top.at(-1)
  const head = last ? headOfRow(last) : []
  return {
    ...{ sheet, head },
    rows: data
      .slice(0, previewRows)
      .map(({ cells, dates }) =>
        cells.map((cell, column) =>
          typeof cell === 'number' && dates?.has(column) ? dateText(cell, is1904) : shown(cell),
        ),
      ),
    proposal: { ...csv, headRows: before, ...proposalOf(head, data, sheet !== null) },
  }
}

/** The rows before the first one with a time or a number. */
function headRowsOf(rows: readonly Row[]): number {
  const width = Math.max(0, ...rows.slice(0, 200).map(({ cells }) => cells.length))
  for (const [index, row] of rows.slice(0, maximumTitles).entries()) {
    const profiles = Array.from({ length: width }, (_, column) => profileColumn([row], column))
    const isData = profiles.some(({ times, isNumber }) => times !== null || isNumber)
    if (isData) return row.sheet === null ? index : row.line - 1
  }
  return rows.length > 0 ? 1 : 0
}

type Columns = Omit<Proposal, keyof CsvPart | 'headRows'>

function proposalOf(head: readonly string[], rows: readonly Row[], isWorkbook: boolean): Columns {
  const width = Math.max(head.length, ...rows.slice(0, 1_000).map(({ cells }) => cells.length), 0)
  const profiles = Array.from({ length: width }, (_, column) => profileColumn(rows, column))
  const find = (pattern: RegExp, is: (profile: ColumnProfile) => boolean = () => true) => {
    const at = profiles.findIndex(
      (profile, column) => pattern.test(head[column]?.trim() ?? '') && is(profile),
    )
    return at === -1 ? null : at
  }
  const first = (is: (profile: ColumnProfile) => boolean) => {
    const at = profiles.findIndex(is)
    return at === -1 ? null : at
  }
  const isTime = ({ times }: ColumnProfile) => times !== null
  const written = ({ times }: ColumnProfile) => times !== null && !times.format?.startsWith('epoch')
  const timeColumn = find(headerPatterns.time, isTime) ?? first(written) ?? firstEpoch(profiles)
  const times = timeColumn === null ? null : (profiles[timeColumn]?.times ?? null)
  const offsetColumn = find(headerPatterns.offset) ?? first(({ isOffset }) => isOffset)
  const qualityColumn = first(({ isQuality }) => isQuality) ?? null
  const sensorColumn =
    find(headerPatterns.key) ?? find(headerPatterns.sensor, ({ isNumber }) => !isNumber)
  const valueColumn = find(headerPatterns.value)
  const isOfSheets = isWorkbook && qualityColumn !== null && sensorColumn === null
  const isLong = valueColumn !== null && (sensorColumn !== null || isOfSheets)
  const commas = profiles.reduce((sum, { commas: some }) => sum + some, 0)
  const points = profiles.reduce((sum, { points: some }) => sum + some, 0)
  return {
    decimal: commas > points ? ',' : '.',
    timeColumn,
    clockColumn: times?.isDateOnly === true ? first(({ isClock }) => isClock) : null,
    offsetColumn,
    timeFormat: times?.format ?? null,
    hasOffsets: (times?.hasOffsets ?? false) || offsetColumn !== null,
    hasShortYears: times?.hasShortYears ?? false,
    shape: isLong ? 'long' : 'wide',
    deviceColumn: isLong ? find(headerPatterns.device) : null,
    sensorColumn: isLong ? sensorColumn : null,
    valueColumn: isLong ? valueColumn : null,
    qualityColumn: isLong ? qualityColumn : null,
    uncertainColumn: isLong ? null : find(headerPatterns.uncertain, ({ isNumber }) => !isNumber),
  }
}

/** Numbers that could be seconds since 1970 are times in the first column only. */
const firstEpoch = (profiles: readonly ColumnProfile[]) => (profiles[0]?.times ? 0 : null)
