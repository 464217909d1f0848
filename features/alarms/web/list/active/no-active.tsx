import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { listDevices } from '#features/devices/contract/routes.ts'
import { queryOf } from '#kit/web/calls/query-of.ts'
import { deviceListOf } from '#kit/web/catalogue/lists.ts'
import { Notice } from '#kit/ui/notice.tsx'
import type { ListAddress } from '../list-address.ts'

interface NoActiveProps {
  /** There are alarms, but none that the filters let through. */
  readonly isFiltered: boolean
  readonly onChange: (part: Partial<ListAddress>) => void
}

/** Whether no device is open to the person: then nothing is known of any alarm. */
const useSeesNoDevice = (enabled: boolean) =>
  useQuery({
    ...queryOf(listDevices, { body: { limit: 1 } }),
    select: deviceListOf,
    enabled,
    meta: { quiet: true },
  }).data?.open === 0

/** No alarm, or none that is looked for. */
export function NoActive({ isFiltered, onChange }: NoActiveProps) {
  const translate = useTranslations('alarms')
  const seesNothing = useSeesNoDevice(!isFiltered)
  if (!isFiltered && seesNothing)
    return (
      <Notice icon="device" title={translate('noDevice')}>
        <p>{translate('noDeviceText')}</p>
      </Notice>
    )
  if (!isFiltered)
    return (
      <Notice icon="check" title={translate('noAlarm')}>
        <p>{translate('noAlarmText')}</p>
      </Notice>
    )
  const showAll = () => onChange({ search: '', priority: null, state: null, device: null })
  return (
    <Notice
      icon="search"
      title={translate('noneFound')}
      action={
        <button type="button" className="button" onClick={showAll}>
          {translate('showAll')}
        </button>
      }
    />
  )
}
