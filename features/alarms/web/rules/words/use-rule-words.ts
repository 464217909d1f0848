import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { ListedRule } from '../../../contract/rule-routes.ts'
import type { NewAlarmRule } from '../../../contract/rule.ts'

type Condition = Pick<ListedRule, 'condition' | 'firstSensor'>

const maximumDecimals = 6

/** Says rules in the language of the page. */
export function useRuleWords() {
  const translate = useTranslations('alarms.rules.says')
  const types = useTranslations('sensors.types')
  const { number, duration } = useFormat()
  return useMemo(() => {
    const figure = (value: number) => number(value, decimalsOf(value))
    return {
      figure,
      /** When its alarm comes. */
      condition: ({ condition, firstSensor }: Condition): string => {
        const amount = (value: number) => `${figure(value)} ${firstSensor?.unit ?? ''}`.trim()
        switch (condition.kind) {
          case 'limit':
            return condition.limit === null
              ? translate(`own.${condition.level}`)
              : translate(`limit.${condition.level}`, { limit: amount(condition.limit) })
          case 'rate':
            return translate(`rate.${condition.direction}`, {
              change: amount(condition.change),
              time: duration(condition.withinMs),
            })
          case 'deviation':
            return translate('deviation', {
              by: amount(condition.by),
              sensor: `${condition.from.thing} · ${condition.from.key}`,
            })
          case 'state':
            return translate('state', {
              values: [...condition.values, ...condition.colours].join(', '),
            })
          case 'no_change':
            return translate('no_change', { time: duration(condition.afterMs) })
          case 'no_data':
            return condition.afterMs === null
              ? translate('no_data_usual')
              : translate('no_data', { time: duration(condition.afterMs) })
          case 'device_offline':
            return translate('device_offline')
          case 'bad_quality':
            return translate(condition.isUncertainToo ? 'not_good' : 'bad_quality')
          case 'repeated_text':
            return translate('repeated_text', {
              times: condition.times,
              time: duration(condition.withinMs),
            })
          case 'expression':
            return condition.expression
        }
      },
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
  }, [translate, types, number, duration])
}

function decimalsOf(value: number): number {
  const [, fraction = ''] = String(value).split('.')
  return Math.min(fraction.length, maximumDecimals)
}
