import { useCallback, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { useHub } from '#kit/web/live/index.ts'
import type { Alarm } from '../../contract/alarm.ts'
import { presentValue, type PresentValue } from './present-value.ts'
import { useValueText } from './sensor-states.tsx'

/**
 * Reads the present value from where this part of the page has its values, at the server's time, ms
 * UTC.
 */
export function usePresentValue(): (alarm: Alarm, now: number) => PresentValue {
  const hub = useHub()
  const value = useValueText()
  const { age } = useFormat()
  const translate = useTranslations('alarms')
  const words = useMemo(
    () => ({ value, age, offline: translate('offline'), bad: translate('bad') }),
    [value, age, translate],
  )
  return useCallback(
    (alarm: Alarm, now: number) => presentValue(hub.store, alarm, { now, words }),
    [hub, words],
  )
}
