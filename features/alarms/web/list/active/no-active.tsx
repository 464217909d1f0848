import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { listDevices } from '#features/devices/contract/routes.ts'
import { queryOf } from '#kit/web/calls/query-of.ts'
import { deviceListOf } from '#kit/web/catalogue/lists.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { Notice } from '#kit/ui/notice.tsx'
import type { ListAddress } from '../list-address.ts'
import { useAbilities } from '../use-abilities.ts'

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
  const { seesAll } = useAbilities()
  if (!isFiltered && seesNothing && seesAll) return <FirstDevice />
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

/** To whom every device would be open: there is none, and they are who may add it. */
function FirstDevice() {
  const translate = useTranslations('alarms')
  return (
    <Notice
      icon="device"
      title={translate('firstDevice')}
      action={
        <Link className="button primary" to="/cognito/cognito-info">
          <Icon name="plus" />
          {translate('addDevice')}
        </Link>
      }
    >
      <p>{translate('firstDeviceText')}</p>
    </Notice>
  )
}
