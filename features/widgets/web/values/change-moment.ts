import type { useFormat } from '#kit/web/formats/use-format.ts'

type Format = Pick<ReturnType<typeof useFormat>, 'clock' | 'date' | 'minute'>

/**
 * When something changed, as short as it can be written: the clock of today, else day and minute.
 * Both in ms UTC.
 */
export function changeMoment(time: number, now: number, format: Format): string {
  const date = format.date(time)
  if (date === format.date(now)) return format.clock(time)
  const isThisYear = date.slice(0, 4) === format.date(now).slice(0, 4)
  return isThisYear ? `${date.slice(5)} ${format.minute(time)}` : date
}
