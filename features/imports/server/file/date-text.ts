import { serialLocal } from './moments.ts'

/** A date of a spreadsheet as people see it; a clock alone where it has no day. */
export function dateText(serial: number, is1904: boolean): string {
  const date = new Date(serialLocal(serial, is1904 && !isClockAlone(serial)))
  if (Number.isNaN(date.getTime())) return String(serial)
  const text = date.toISOString()
  return isClockAlone(serial) ? text.slice(11, 23) : text.slice(0, -1).replace('T', ' ')
}

/** Whether a date cell holds a part of a day and no day. */
export const isClockAlone = (serial: number): boolean => serial >= 0 && serial < 1
