import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { ListedRule } from '../../../contract/rule-routes.ts'
import type { NewAlarmRule } from '../../../contract/rule.ts'
import { useConditionText } from '../form/conditions/use-condition-text.ts'
import { decimalsOf } from './decimals.ts'

/** Describes rules in the language of the page. */
export function useRuleWords() {
  const translate = useTranslations('alarms.rules.says')
  const types = useTranslations('sensors.types')
  const { number, duration } = useFormat()
  const condition = useConditionText()
  return useMemo(() => {
    const figure = (value: number) => number(value, decimalsOf(value))
    return {
      figure,
      /** When its alarm comes. */
      condition,
      /** What keeps it quiet: deadband, delays, hours. */
      behaviour: (rule: NewAlarmRule): string =>
        [
          rule.deadband > 0 && translate('deadband', { amount: figure(rule.deadband) }),
          rule.onDelayMs > 0 && translate('onDelay', { time: duration(rule.onDelayMs) }),
          rule.offDelayMs > 0 && translate('offDelay', { time: duration(rule.offDelayMs) }),
          rule.isLatching && translate('latching'),
          rule.hours.length > 0 && translate('hours'),
          rule.suppressedBy.length > 0 && translate('suppressed'),
        ]
          .filter((part) => part !== false)
          .join(' · '),
      /** What it is about. */
      target: ({ target, firstSensor }: Pick<ListedRule, 'target' | 'firstSensor'>): string => {
        if (target.kind === 'sensors') {
          const [first] = target.sensors
          const name = firstSensor
            ? `${firstSensor.alias} · ${firstSensor.device}`
            : `${first?.thing} · ${first?.key}`
          const more = target.sensors.length - 1
          return more === 0 ? name : translate('andMore', { name, count: more })
        }
        const { type, product, tag } = target
        const parts = [type !== null && types(type), product, tag].filter(Boolean)
        return parts.length === 0 ? translate('everySensor') : parts.join(' · ')
      },
    }
  }, [translate, types, number, duration, condition])
}
