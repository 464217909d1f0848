import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { ListedRule } from '../../../../contract/rule-routes.ts'
import { decimalsOf } from '../../words/decimals.ts'

type Condition = Pick<ListedRule, 'condition' | 'firstSensor'>

/** A function that describes when the alarm of a rule comes, in the language of the page. */
export function useConditionText(): (rule: Condition) => string {
  const translate = useTranslations('alarms.rules.says')
  const { number, duration } = useFormat()
  return useCallback(
    ({ condition, firstSensor }: Condition): string => {
      const amount = (value: number) =>
        `${number(value, decimalsOf(value))} ${firstSensor?.unit ?? ''}`.trim()
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
    [translate, number, duration],
  )
}
