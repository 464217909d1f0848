import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '#kit/web/formats/use-format.ts'

/** Writes a share of 0 to 1 in percent. */
export function useShareText(): (share: number, decimals?: number) => string {
  const translate = useTranslations('alarms.analysis')
  const { number } = useFormat()
  return useCallback(
    (share: number, decimals = 0) =>
      translate('percent', { figure: number(100 * share, decimals) }),
    [translate, number],
  )
}
