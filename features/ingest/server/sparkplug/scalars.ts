/** A time in ms UTC as text; its number where no calendar has it. */
export function timeText(time: number): string {
  return Math.abs(time) <= 8.64e15 ? new Date(time).toISOString() : String(time)
}
