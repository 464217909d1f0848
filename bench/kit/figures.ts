/** What a figure is to reach, in the figure's own unit. */
export type Target = { readonly atMost: number } | { readonly atLeast: number }

export interface Figure {
  readonly name: string
  readonly value: number
  readonly unit: string
  readonly target?: Target
  /** What it was compared with in the same run, or how it was measured. */
  readonly remark?: string
}

export interface MeasuredFigure extends Figure {
  readonly benchmark: string
}

/** A number with as many digits as mean something. */
export function format(value: number): string {
  const size = Math.abs(value)
  const digits = size >= 100 || Number.isInteger(value) ? 0 : size >= 10 ? 1 : size >= 0.1 ? 2 : 3
  return value.toLocaleString('en-US', { minimumFractionDigits: 0, maximumFractionDigits: digits })
}

function targetText({ target, unit }: Figure): string {
  if (!target) return ''
  return 'atMost' in target
    ? `≤ ${format(target.atMost)} ${unit}`
    : `≥ ${format(target.atLeast)} ${unit}`
}

function comparison({ target, value }: Figure): string {
  if (!target) return ''
  return ('atMost' in target ? value <= target.atMost : value >= target.atLeast)
    ? 'reached'
    : 'missed'
}

/** One line for a figure, as printed while the benchmarks run. */
export function figureLine(figure: Figure): string {
  const target = figure.target ? `  (target ${targetText(figure)}: ${comparison(figure)})` : ''
  const remark = figure.remark === undefined ? '' : `  · ${figure.remark}`
  return `  ${figure.name}: ${format(figure.value)} ${figure.unit}${target}${remark}`
}

/** All figures as one table for people. */
export function figureTable(figures: readonly MeasuredFigure[]): string {
  const head = ['Benchmark', 'Figure', 'Value', 'Target', '', 'Reference and remarks']
  const rows = figures.map((figure) => [
    figure.benchmark,
    figure.name,
    `${format(figure.value)} ${figure.unit}`,
    targetText(figure),
    comparison(figure),
    figure.remark ?? '',
  ])
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  return [line(head), line(widths.map((width) => '─'.repeat(width))), ...rows.map(line)].join('\n')
}
