import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { LampColour } from '#kit/model/sensor.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'

/**
 * Everything that widgets say in the language of the page; the same object while the language is
 * the same.
 */
export type Words = ReturnType<typeof useWords>

export function useWords() {
  const translate = useTranslations('widgets')
  const common = useTranslations('common')
  const format = useFormat()
  return useMemo(
    () => ({
      format,
      isNew: translate('new'),
      loading: common('loading'),
      waiting: translate('waiting'),
      offline: translate('offline'),
      offlineTip: translate('offlineTip'),
      offlineSince: (since: string) => translate('offlineSince', { since }),
      lastKnown: (value: string) => translate('lastKnown', { value }),
      neverConnected: translate('neverConnected'),
      staleName: translate('staleName'),
      stale: (age: string) => translate('stale', { age }),
      noChange: (since: string) => translate('noChange', { since }),
      noChangeName: translate('noChangeName'),
      bad: translate('bad'),
      badMark: translate('badMark'),
      noValue: translate('noValue'),
      uncertain: translate('uncertain'),
      up: (amount: string) => translate('up', { amount }),
      down: (amount: string) => translate('down', { amount }),
      remain: translate('remain'),
      above: (limit: string) => translate('above', { limit }),
      below: (limit: string) => translate('below', { limit }),
      aboveScale: translate('scale.above'),
      belowScale: translate('scale.below'),
      device: translate('device'),
      lastReading: translate('lastReading'),
      lastChange: translate('lastChange'),
      changedBefore: (time: string) => translate('changedBefore', { time }),
      previousValue: translate('previousValue'),
      todayMinimum: translate('todayMinimum'),
      todayAverage: translate('todayAverage'),
      todayMaximum: translate('todayMaximum'),
      todayMedian: translate('todayMedian'),
      availability: translate('availability'),
      changesToday: translate('changesToday'),
      timeOnToday: translate('timeOnToday'),
      availableToday: (share: string) => translate('availableToday', { share }),
      detectedToday: (count: number, duration: string) =>
        translate('detectedToday', { count, duration }),
      /** From a share of 1. */
      percent: (share: number) => `${format.number(share * 100, 1)}\u00A0%`,
      limits: translate('limits'),
      since: (duration: string) => translate('since', { duration }),
      atLeast: (duration: string) => translate('atLeast', { duration }),
      recent: (duration: string) => translate('recent', { duration }),
      on: translate('on'),
      off: translate('off'),
      colour: (colour: LampColour) => common(`colours.${colour}`),
    }),
    [translate, common, format],
  )
}
