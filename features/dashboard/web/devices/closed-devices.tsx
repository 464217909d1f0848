import { useTranslations } from 'use-intl'
import type { Thing } from '#features/devices/contract/routes.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { useContractText } from '#kit/web/texts/use-contract-text.ts'
import './closed-devices.css'

/**
 * Devices of the person whose contract has ended or has not begun: their names, and since or from
 * when.
 */
export function ClosedDevices({ things }: { readonly things: readonly Thing[] }) {
  const translate = useTranslations('dashboard.device')
  const contractText = useContractText()
  if (things.length === 0) return null
  return (
    <section className="closed-devices" aria-label={translate('closed')}>
      {things.map((thing) => {
        const said = contractText(thing)
        return (
          <section
            key={thing.id}
            className="panel closed-device"
            aria-labelledby={`device-${thing.id}`}
          >
            <h2 id={`device-${thing.id}`}>{thing.name}</h2>
            <span className="device-id">{thing.lesiId}</span>
            <b>
              <Icon name="lock" size={13} />
              {said?.title}
            </b>
            <small>{said?.text}</small>
          </section>
        )
      })}
    </section>
  )
}
