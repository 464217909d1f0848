import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { previewRetention, type RetentionRule } from '#features/readings/contract/retention.ts'
import { useDebounced } from '#kit/web/browser/use-debounced.ts'
import { queryOf } from '#kit/web/calls/query-of.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { isWhole } from './days-field.tsx'
import { previewState } from './preview-state.ts'

/** What would be removed of what is stored now. */
export function Preview({ rule }: { readonly rule: RetentionRule }) {
  const translate = useTranslations('administration.retention')
  const { date, number } = useFormat()
  const body = useDebounced(rule)
  const preview = useQuery({
    ...queryOf(previewRetention, { body }),
    enabled: isWhole(body),
    meta: { quiet: true },
    retry: false,
  })
  const shown = previewState({
    ...{ rule, counted: body, data: preview.data?.data, isFailed: preview.isError },
  })
  if (shown === null) return null
  if (shown === 'counting') return <p className="retention-preview">{translate('counting')}</p>
  if (shown === 'failed')
    return (
      <p className="retention-preview" role="status">
        {translate('notCounted')}
      </p>
    )
  const { sensors, readings, before } = shown.counts
  const count = (value: number) => ({ count: value, figure: number(value) })
  return (
    <div className="retention-preview" role="status">
      <p>{translate('preview.sensors', count(sensors))}</p>
      <p>
        {readings === 0
          ? translate('preview.nothing')
          : translate('preview.readings', count(readings))}
      </p>
      {readings > 0 && before.readings !== null && (
        <>
          <p>{translate('preview.before', { day: date(before.readings) })}</p>
          <p>{translate('preview.forGood')}</p>
        </>
      )}
    </div>
  )
}
