import { useTranslations } from 'use-intl'
import type { Device } from '#features/devices/contract/routes.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { useContractText } from '#kit/web/texts/use-contract-text.ts'
import './closed-devices.css'

/**
 * Devices of the person whose contract has ended or has not begun: their names, and since or from
 * when.
 */
export function ClosedDevices({ devices }: { readonly devices: readonly Device[] }) {
  const translate = useTranslations('dashboard.device')
  const contractText = useContractText()
  if (devices.length === 0) return null
  return (
    <section className="closed-devices" aria-label={translate('closed')}>
      {devices.map((device) => {
        const contract = contractText(device)
        return (
          <section
            key={device.id}
            className="panel closed-device"
            aria-labelledby={`device-${device.id}`}
          >
            <h2 id={`device-${device.id}`}>{device.name}</h2>
            <span className="device-id">{device.lesiId}</span>
            <b>
              <Icon name="lock" size={13} />
              {contract?.title}
            </b>
            <small>{contract?.text}</small>
          </section>
        )
      })}
    </section>
  )
}
