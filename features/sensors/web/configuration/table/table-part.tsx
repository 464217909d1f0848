import { useTranslations } from 'use-intl'
import type { Sensor } from '#kit/model/sensor.ts'
import { Notice } from '#kit/ui/notice.tsx'
import { FailureNotice } from '#kit/web/screens/failure-notice.tsx'
import type { Draft } from '../draft/draft.ts'
import { ConfigurationTable } from './configuration-table.tsx'
import { useDeviceName } from './use-device-name.ts'

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

function Waiting() {
  return (
    <div className="record-waiting" aria-hidden="true">
      {Array.from({ length: 12 }, (_, line) => (
        <div key={line} className="skeleton" />
      ))}
    </div>
  )
}
