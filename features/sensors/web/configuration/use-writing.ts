import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { Writing } from './draft/field-text.ts'

/** How the language of the page writes numbers and times in fields. */
export function useWriting(): Writing {
  const { write, read } = useFormat()
  const units = useTranslations('sensors.configuration.timeUnits')
  return useMemo(
    () => ({
      write,
      read: (text) => read(text) ?? null,
      units: {
        day: units('day'),
        hour: units('hour'),
        minute: units('minute'),
        second: units('second'),
        millisecond: units('millisecond'),
      },
    }),
    [write, read, units],
  )
}
