import { z } from 'zod'
import { TitleOption } from '../../several/title-option.ts'

export const ClockOptions = z.object({
  title: TitleOption,
  /** An IANA zone; empty: the site's. */
  zone: z.string().refine(isZone).default(''),
  seconds: z.boolean().default(true),
})
export type ClockOptions = z.infer<typeof ClockOptions>

function isZone(zone: string): boolean {
  if (zone === '') return true
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone }).format()
    return true
  } catch {
    return false
  }
}

/** "Asia/Taipei" as a place: "Taipei". */
export function placeOfZone(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')
}
