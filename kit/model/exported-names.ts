import { pairWithin } from './text/shortened.ts'

/** How sensors are called in files of readings: who writes such files and who reads them agree. */

/** Rows of a sheet, its head included, that spreadsheets can show. */
export const maximumSheetRows = 1_048_576
const maximumSheetName = 31

interface NamedSensor {
  /** How its device is called in the file. */
  readonly device: string
  readonly alias: string
  readonly unit: string
}

/** A device beside others of its name. */
export const deviceWithId = (name: string, lesiId: string): string => `${name} (${lesiId})`

/** The head of a column of readings of one sensor. */
export const columnHead = ({ device, alias, unit }: NamedSensor): string =>
  `${device} · ${alias}${unit === '' ? '' : ` (${unit})`}`

/**
 * A name as a sheet can have it: at most 31 characters, none of `[ ] : * ? / \`, no apostrophe at
 * its ends. `spared`: how many characters more have to fit behind it.
 */
export function sheetName(wanted: string, spared = 0): string {
  const name = wanted
    .toWellFormed()
    .replaceAll(/[[\]:*?/\\\p{Cc}\uFFFE\uFFFF]/gu, ' ')
    .replaceAll(/^[' ]+|[' ]+$/g, '')
  return cut(name === '' ? '-' : name, maximumSheetName - spared)
}

/** A sheet named after device and sensor, of which a long device loses its end first. */
export const pairedSheetName = (device: string, sensor: string): string =>
  sheetName(pairWithin(device, sensor, maximumSheetName))

/** Not within a pair of surrogates. */
function cut(text: string, length: number): string {
  const end = text.codePointAt(length - 1) ?? 0
  const short = text.slice(0, end > 0xffff ? length - 1 : length)
  return short.replace(/[' ]+$/, '')
}
