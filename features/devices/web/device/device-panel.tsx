import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { RegisteredDevice } from '#features/devices/contract/registry.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { ApiError } from '#kit/web/calls/api-error.ts'
import { deviceSections } from '#kit/web/device-sections.ts'
import { FailureNotice } from '#kit/web/screens/failure-notice.tsx'
import { useInterrupted } from '#kit/web/screens/unsaved.ts'
import { EditDeviceDrawer } from '../form/edit-device-drawer.tsx'
import { editDeviceForm, type InterruptedEdit } from '../form/use-device-editing.ts'
import { DeviceState } from '../registry/device-state.tsx'
import { DeviceCertificates } from '../certificates/device-certificates.tsx'
import { ClaimCode } from '../claim/claim-code.tsx'
import { DevicePeople } from '../people/device-people.tsx'
import { DeviceEnds } from './device-ends.tsx'
import { DeviceDetails } from './device-details.tsx'
import { DeviceToken } from './device-token.tsx'
import { deviceQuery } from './query-device.ts'
import type { NewToken } from './token-dialog.tsx'
import './device-panel.css'

interface DevicePanelProps {
  readonly lesiId: string
  readonly onToken: (made: NewToken) => void
  readonly onClose: () => void
}

/** One device beside the list, whose next row stays one click away. */
export function DevicePanel({ lesiId, onToken, onClose }: DevicePanelProps) {
  const translate = useTranslations('devices.panel')
  const device = useQuery(deviceQuery(lesiId))
  // It was removed, or is closed to the person now: what was fetched before is no more theirs.
  const isGone = device.error instanceof ApiError && device.error.code === 'not_found'
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    const before = document.activeElement
    place.current?.focus()
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  useEscape(onClose)
  return (
    <aside
      ref={place}
      className="panel device-panel"
      aria-label={device.data?.name ?? lesiId}
      tabIndex={-1}
    >
      <button
        type="button"
        className="icon-button device-panel-close"
        aria-label={translate('close')}
        onClick={onClose}
      >
        <Icon name="close" />
      </button>
      {device.isError && (isGone || device.data === undefined) && (
        <FailureNotice
          error={device.error}
          onRetry={() => void device.refetch()}
          missing={{ title: translate('missingTitle'), text: translate('missingText') }}
        />
      )}
      {device.isPending && (
        <div className="skeleton area device-panel-waiting" aria-hidden="true" />
      )}
      {device.data && !isGone && (
        <Content device={device.data} onToken={onToken} onGone={onClose} />
      )}
    </aside>
  )
}

/** Where Escape has a use of its own: in fields, and in what covers the page, down to its frame. */
const hasOwnEscape = 'input, [role=dialog], .ant-drawer, .ant-modal-wrap'

/** Escape closes wherever the focus is, but where it has a use of its own. */
function useEscape(onEscape: () => void): void {
  const latest = useRef(onEscape)
  useEffect(() => {
    latest.current = onEscape
  })
  useEffect(() => {
    const press = ({ key, target }: KeyboardEvent) => {
      const isTaken = target instanceof Element && target.closest(hasOwnEscape) !== null
      if (key === 'Escape' && !isTaken) latest.current()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

interface ContentProps {
  readonly device: RegisteredDevice
  readonly onToken: (made: NewToken) => void
  readonly onGone: () => void
}

function Content({ device, onToken, onGone }: ContentProps) {
  const translate = useTranslations('devices.panel')
  const interrupted = useInterrupted<InterruptedEdit>(editDeviceForm)
  const own = interrupted?.base.lesiId === device.lesiId ? interrupted : undefined
  const [isEditing, setEditing] = useState(own !== undefined)
  return (
    <>
      <header className="device-panel-head">
        <div>
          <h2>{device.name}</h2>
          <p>
            <span className="device-id">{device.lesiId}</span>
            <DeviceState device={device} />
          </p>
        </div>
        {device.abilities.configure && (
          <Button
            size="small"
            icon={<Icon name="edit" size={14} />}
            onClick={() => setEditing(true)}
          >
            {translate('edit')}
          </Button>
        )}
      </header>
      <div className="device-panel-body">
        {device.token && <DeviceToken device={device} token={device.token} onToken={onToken} />}
        {device.abilities.configure && <DeviceCertificates lesiId={device.lesiId} />}
        <DeviceDetails device={device} />
        {device.access === 'open' && <OtherSections device={device} />}
        {device.abilities.configure && <DevicePeople lesiId={device.lesiId} />}
        {device.abilities.issueClaimCode && <ClaimCode device={device} />}
        <DeviceEnds device={device} onGone={onGone} />
      </div>
      {isEditing && (
        <EditDeviceDrawer device={device} interrupted={own} onClose={() => setEditing(false)} />
      )}
    </>
  )
}

/** What other features show of a device; their code comes when it is first drawn. */
function OtherSections({ device: { lesiId, name } }: { readonly device: RegisteredDevice }) {
  return (
    <Suspense fallback={<div className="skeleton area device-panel-waiting" aria-hidden="true" />}>
      {deviceSections().map((Section, place) => (
        <Section key={place} lesiId={lesiId} name={name} />
      ))}
    </Suspense>
  )
}
