import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { Notice } from '#kit/ui/notice.tsx'
import { usePerson } from './use-person.ts'

/** How an administrator adds a device, on the server; the identity is an example. */
const addDeviceCommand = 'npm run -s admin -- device add --id PRESS-7'

const skeletonPlaces = [4, 2, 2, 2, 2, 3, 3, 3, 3] as const

/** The shape of the war room while sensors and devices are on their way. */
export function WarRoomLoading() {
  const translate = useTranslations('common')
  return (
    <div className="war-room" role="status">
      <span className="visually-hidden">{translate('loading')}</span>
      <div className="panel kpis" />
      <div className="war-room-skeleton">
        {skeletonPlaces.map((width, index) => (
          // The places never change.
          <div key={index} className="panel" style={{ gridColumn: `span ${width}` }}>
            <div className="skeleton" />
            <div className="skeleton" />
            <div className="skeleton" />
          </div>
        ))}
      </div>
    </div>
  )
}

/** Sensors or devices could not be fetched. */
export function WarRoomFailed({ onRetry }: { readonly onRetry: () => void }) {
  const translate = useTranslations()
  return (
    <div className="panel war-room-notice">
      <Notice
        icon="warning"
        title={translate('dashboard.failed.title')}
        isFailure
        action={
          <button type="button" className="button" onClick={onRetry}>
            <Icon name="refresh" />
            {translate('common.retry')}
          </button>
        }
      >
        <p>{translate('dashboard.failed.text')}</p>
      </Notice>
    </div>
  )
}

interface NoSensorsProps {
  readonly hasDevices: boolean
  /** Whether devices are listed whose contract does not run: they say why nothing is here. */
  readonly hasClosed: boolean
  readonly onRetry: () => void
}

/** Nobody has sent a reading yet, no device is bound to the person, or there is none at all. */
export function NoSensors({ hasDevices, hasClosed, onRetry }: NoSensorsProps) {
  const seesAll = usePerson()?.roles.includes('admin') ?? false
  const translate = useTranslations('dashboard.empty')
  const isFirst = seesAll && !hasDevices
  if (hasClosed && !hasDevices) return null
  return (
    <div className="panel war-room-notice">
      <Notice
        icon="device"
        title={translate('title')}
        action={
          <>
            {isFirst && (
              <Link className="button primary" to="/cognito/cognito-info">
                <Icon name="plus" />
                {translate('addDevice')}
              </Link>
            )}
            <button type="button" className="button" onClick={onRetry}>
              <Icon name="refresh" />
              {translate('look')}
            </button>
          </>
        }
      >
        <p>{translate(hasDevices ? 'noReadings' : isFirst ? 'firstDevice' : 'noDevices')}</p>
        {isFirst && (
          <>
            <p className="war-room-command">
              <code>{addDeviceCommand}</code>
            </p>
            <p>{translate('afterwards')}</p>
          </>
        )}
      </Notice>
    </div>
  )
}

/** The filters leave nothing over. */
export function NothingFound({ onClear }: { readonly onClear: () => void }) {
  const translate = useTranslations('dashboard.nothing')
  return (
    <div className="panel war-room-notice">
      <Notice
        icon="search"
        title={translate('title')}
        action={
          <button type="button" className="button" onClick={onClear}>
            {translate('clear')}
          </button>
        }
      >
        <p>{translate('text')}</p>
      </Notice>
    </div>
  )
}
