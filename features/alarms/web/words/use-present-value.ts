import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import { noFigure } from '#kit/web/formats/number.ts'
import { useHub } from '#kit/web/live/index.ts'
import type { Alarm } from '../../contract/alarm.ts'
import { useValueText } from './sensor-states.tsx'

/** The present value of an alarm's sensor, and whether it is no good one. */
export interface PresentValue {
  readonly text: string
  readonly isDoubtful: boolean
}

/** Reads the present value from where this part of the page has its values. */
export function usePresentValue(): (alarm: Alarm) => PresentValue {
  const hub = useHub()
  const valueText = useValueText()
  const translate = useTranslations('alarms')
  return useCallback(
    ({ sensor, device }: Alarm) => {
      const isOffline = hub.store.device(device.id)?.status === 'offline'
      if (isOffline) return { text: translate('offline'), isDoubtful: true }
      if (sensor === null) return { text: noFigure, isDoubtful: false }
      const reading = hub.store.reading(sensor.id)
      if (reading === undefined) return { text: noFigure, isDoubtful: false }
      if (reading.quality === 2) return { text: translate('bad'), isDoubtful: true }
      return { text: valueText(sensor, reading.value), isDoubtful: reading.quality === 1 }
    },
    [hub, valueText, translate],
  )
}
