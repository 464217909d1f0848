import type { z } from 'zod'
import { printableOnLine } from './terminal.ts'
import type { Opening } from '../installation/installation.ts'

/**
 * One command of the administrator's command line. It runs inside the server, or, while that is
 * down, inside the command line itself: what `run` returns must survive JSON.
 */
export interface Command<Services> {
  /** Two words: `device add`. */
  readonly name: string
  readonly summary: string
  /** Options by name; a boolean one takes no value. Descriptions appear in the help. */
  readonly options: z.ZodObject
  /**
   * Checks the options and carries the command out. Throws `z.ZodError` for options that are wrong,
   * `AppError` for the rest.
   */
  run(services: Services, options: unknown): Promise<unknown>
  /** The result for people. */
  print(result: unknown): string
  /**
   * How it opens the installation, for a command that never runs inside the server; throws
   * `z.ZodError` for options that are wrong.
   */
  readonly opening?: (options: unknown) => Opening
  /**
   * Whether this result, of a command that was carried out, is to end the command line with status
   * 1.
   */
  failed(result: unknown): boolean
}

interface Definition<Services, Options extends z.ZodObject, Result extends z.ZodType> {
  readonly name: string
  readonly summary: string
  readonly options: Options
  readonly result: Result
  readonly run: (services: Services, options: z.output<Options>) => Promise<z.output<Result>>
  readonly print: (result: z.output<Result>) => string
  readonly opening?: (options: z.output<Options>) => Opening
  readonly failed?: (result: z.output<Result>) => boolean
}

/** Declares a command from typed parts. */
export function defineCommand<Services, Options extends z.ZodObject, Result extends z.ZodType>(
  definition: Definition<Services, Options, Result>,
): Command<Services> {
  const { name, summary, options, result, run, print, opening, failed = () => false } = definition
  return {
    name,
    summary,
    options,
    run: (services, raw) => run(services, options.parse(raw ?? {})),
    print: (raw) => print(result.parse(raw)),
    ...(opening ? { opening: (raw) => opening(options.parse(raw ?? {})) } : {}),
    failed: (raw) => failed(result.parse(raw)),
  }
}

/**
 * Rows under headings, in columns as wide as their content; columns of numbers are aligned to the
 * right. A cell stays on its line.
 */
export function table(
  headings: readonly string[],
  content: readonly (readonly (string | number)[])[],
): string {
  const rows = content.map((row) =>
    row.map((cell) => (typeof cell === 'string' ? printableOnLine(cell) : cell)),
  )
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => String(row[column] ?? '').length)),
  )
  const line = (cells: readonly (string | number)[]) =>
    cells
      .map((cell, column) => {
        const width = widths[column] ?? 0
        return typeof rows[0]?.[column] === 'number'
          ? String(cell).padStart(width)
          : String(cell).padEnd(width)
      })
      .join('  ')
      .trimEnd()
  return [headings, ...rows].map(line).join('\n')
}
