import type { Preview, Proposal } from '../../contract/mapping.ts'
import { textsOf } from '../file/open-rows.ts'
import { shown, type Row } from '../file/row.ts'
import { lookAtColumn, type ColumnLook } from './columns.ts'
import { heads } from './heads.ts'

const previewRows = 20
/** Titles that may stand above the head. */
const maximumTitles = 20

type CsvPart = Pick<Proposal, 'encoding' | 'separator' | 'quote'>

/** What the first rows of a table suggest. `headRows`: where a person has said it. */
export function previewOf(
  sheet: string | null,
  rows: readonly Row[],
  csv: CsvPart,
  headRows: number | undefined,
): Preview {
  const before = headRows ?? headRowsOf(rows)
  const isHead = (row: Row, index: number) => (sheet === null ? index : row.line - 1) < before
  const data = rows.filter((row, index) => !isHead(row, index))
  const top = rows.filter(isHead)
  const last = before === 0 ? undefined : top.at(-1)
  const head = last ? textsOf(last) : []
  return {
    ...{ sheet, head },
    rows: data
      .slice(0, previewRows)
      .map(({ cells, dates }) =>
        cells.map((cell, column) =>
          typeof cell === 'number' && dates?.has(column) ? dateText(cell) : shown(cell),
        ),
      ),
    proposal: { ...csv, headRows: before, ...proposalOf(head, data, sheet !== null) },
  }
}

const dateText = (serial: number) => {
  const date = new Date(Math.round((serial - 25_569) * 86_400_000))
  return Number.isNaN(date.getTime())
    ? String(serial)
    : date.toISOString().slice(0, 23).replace('T', ' ')
}

/** The rows before the first one with a time or a number. */
function headRowsOf(rows: readonly Row[]): number {
  const width = Math.max(0, ...rows.slice(0, 200).map(({ cells }) => cells.length))
  for (const [index, row] of rows.slice(0, maximumTitles).entries()) {
    const looks = Array.from({ length: width }, (_, column) => lookAtColumn([row], column))
    const isData = looks.some(({ times, isNumber }) => times !== null || isNumber)
    if (isData) return row.sheet === null ? index : row.line - 1
  }
  return rows.length > 0 ? 1 : 0
}

type Columns = Omit<Proposal, keyof CsvPart | 'headRows'>

function proposalOf(head: readonly string[], rows: readonly Row[], isWorkbook: boolean): Columns {
  const width = Math.max(head.length, ...rows.slice(0, 1_000).map(({ cells }) => cells.length), 0)
  const looks = Array.from({ length: width }, (_, column) => lookAtColumn(rows, column))
  const find = (pattern: RegExp, is: (look: ColumnLook) => boolean = () => true) => {
    const at = looks.findIndex(
      (look, column) => pattern.test(head[column]?.trim() ?? '') && is(look),
    )
    return at === -1 ? null : at
  }
  const first = (is: (look: ColumnLook) => boolean) => {
    const at = looks.findIndex(is)
    return at === -1 ? null : at
  }
  const isTime = ({ times }: ColumnLook) => times !== null
  const written = ({ times }: ColumnLook) => times !== null && !times.format?.startsWith('epoch')
  const timeColumn = find(heads.time, isTime) ?? first(written) ?? firstEpoch(looks)
  const times = timeColumn === null ? null : (looks[timeColumn]?.times ?? null)
  const offsetColumn = find(heads.offset) ?? first(({ isOffset }) => isOffset)
  const qualityColumn = first(({ isQuality }) => isQuality) ?? null
  const sensorColumn = find(heads.key) ?? find(heads.sensor, ({ isNumber }) => !isNumber)
  const valueColumn = find(heads.value)
  const isOfSheets = isWorkbook && qualityColumn !== null && sensorColumn === null
  const isLong = valueColumn !== null && (sensorColumn !== null || isOfSheets)
  const commas = looks.reduce((sum, { commas: some }) => sum + some, 0)
  const points = looks.reduce((sum, { points: some }) => sum + some, 0)
  return {
    decimal: commas > points ? ',' : '.',
    timeColumn,
    clockColumn: times?.isDateOnly === true ? first(({ isClock }) => isClock) : null,
    offsetColumn,
    timeFormat: times?.format ?? null,
    hasOffsets: (times?.hasOffsets ?? false) || offsetColumn !== null,
    shape: isLong ? 'long' : 'wide',
    deviceColumn: isLong ? find(heads.device) : null,
    sensorColumn: isLong ? sensorColumn : null,
    valueColumn: isLong ? valueColumn : null,
    qualityColumn: isLong ? qualityColumn : null,
    uncertainColumn: isLong ? null : find(heads.uncertain, ({ isNumber }) => !isNumber),
  }
}

/** Numbers that could be seconds since 1970 are times in the first column only. */
const firstEpoch = (looks: readonly ColumnLook[]) => (looks[0]?.times ? 0 : null)
