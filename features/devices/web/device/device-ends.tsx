import { Button } from 'antd'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { RegisteredDevice } from '#features/devices/contract/registry.ts'
import { UnbindDialog } from '../people/unbind-dialog.tsx'
import { RemoveDialog } from './remove-dialog.tsx'

interface DeviceEndsProps {
  readonly device: RegisteredDevice
  /** The device is not there any more for who looks at it. */
  readonly onGone: () => void
}

/** The ways to part from a device: the own binding, and the device itself. */
export function DeviceEnds({ device, onGone }: DeviceEndsProps) {
  const unbind = useTranslations('devices.unbind')
  const remove = useTranslations('devices.remove')
  const [asked, setAsked] = useState<'unbind' | 'remove' | null>(null)
  const close = () => setAsked(null)
  const isBound = device.relation !== null
  if (!isBound && !device.abilities.configure) return null
  return (
    <div className="device-ends">
      {isBound && <Button onClick={() => setAsked('unbind')}>{unbind('unbind')}</Button>}
      {device.abilities.configure && (
        <Button type="text" onClick={() => setAsked('remove')}>
          {remove('remove')}
        </Button>
      )}
      {asked === 'unbind' && <UnbindDialog device={device} onClose={close} onUnbound={onGone} />}
      {asked === 'remove' && <RemoveDialog device={device} onClose={close} onRemoved={onGone} />}
    </div>
  )
}
