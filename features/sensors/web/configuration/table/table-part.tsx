import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { listDevices } from '#features/devices/contract/routes.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { Notice } from '#kit/ui/notice.tsx'
import { queryOf, replyData } from '#kit/web/calls/query-of.ts'
import { FailureNotice } from '#kit/web/screens/failure-notice.tsx'
import type { Draft } from '../draft/draft.ts'
import { ConfigurationTable } from './configuration-table.tsx'

interface TablePartProps {
  readonly rows: readonly (Sensor | undefined)[] | undefined
  readonly error: Error | null
  readonly retry: () => void
  readonly draft: Draft
  readonly isFiltered: boolean
  readonly selected: readonly number[]
  readonly onSelect: (ids: readonly number[]) => void
  readonly onReset: () => void
}

/** The table, or what is in its place: waiting, a failure, nothing. */
export function TablePart(props: TablePartProps) {
  const { rows, error, retry, isFiltered, onReset } = props
  const translate = useTranslations('sensors.configuration')
  const deviceName = useDeviceName()
  if (error && rows === undefined) return <FailureNotice error={error} onRetry={retry} />
  if (rows === undefined) return <Waiting />
  if (rows.length > 0) return <ConfigurationTable {...props} rows={rows} deviceName={deviceName} />
  const reset = isFiltered && (
    <button type="button" className="button" onClick={onReset}>
      {translate('showAll')}
    </button>
  )
  return (
    <Notice icon="search" title={translate('noneTitle')} action={reset}>
      <p>{translate(isFiltered ? 'noneFound' : 'noneYet')}</p>
    </Notice>
  )
}

/** The name of a sensor's device; its LESI ID while the names are on their way. */
function useDeviceName(): (sensor: Sensor) => string {
  const { data } = useQuery({
    ...queryOf(listDevices, { body: {} }),
    select: replyData,
    meta: { quiet: true },
  })
  const names = useMemo(
    () => new Map((data ?? []).map(({ lesiId, name }) => [lesiId, name])),
    [data],
  )
  return useCallback(({ lesiId }: Sensor) => names.get(lesiId) ?? lesiId, [names])
}

function Waiting() {
  return (
    <div className="record-waiting" aria-hidden="true">
      {Array.from({ length: 12 }, (_, line) => (
        <div key={line} className="skeleton" />
      ))}
    </div>
  )
}
