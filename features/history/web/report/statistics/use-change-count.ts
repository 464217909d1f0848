import { useTranslations } from 'use-intl'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { ChangeSeries } from '../../../contract/series.ts'

/** How often a text changed, in words; of more changes than are listed, that there are more. */
export function useChangeCount(): (series: ChangeSeries) => string {
  const translate = useTranslations('history.changes')
  const { number } = useFormat()
  return ({ rows, truncated }) => {
    const count = rows.length
    return translate(truncated ? 'countAtLeast' : 'count', { count, figure: number(count) })
  }
}
