import { useTranslations } from 'use-intl'
import type { Device } from '#features/devices/contract/routes.ts'
import { Notice } from '#kit/ui/notice.tsx'
import { Skeleton } from '#kit/ui/skeleton.tsx'
import { useContractText } from '#kit/web/texts/use-contract-text.ts'
import type { Address } from '../address.ts'
import { UnknownSensor } from './report-states.tsx'

interface WithoutSensorProps {
  /** The device that the address names, where the person has it, whether open or not. */
  readonly device: Device | undefined
  /** Whether the device that the address names has no sensor for the person, or is not there. */
  readonly isWithoutSensors: boolean
  readonly address: Address
  readonly count: number | undefined
  readonly onChoose: () => void
  readonly onRetry: () => void
}

/** What is in place of the chart while there is no sensor to draw. */
export function WithoutSensor(props: WithoutSensorProps) {
  const { device, isWithoutSensors, address, count, onChoose, onRetry } = props
  const contractText = useContractText()
  const contract = device && device.access !== 'open' ? contractText(device) : null
  if (device && contract) {
    return (
      <Notice icon="lock" title={contract.title}>
        <p>{device.name}</p>
        <p>{contract.text}</p>
      </Notice>
    )
  }
  if (isWithoutSensors && address.thing !== null && !device)
    return <UnknownDevice thing={address.thing} onChoose={onChoose} />
  if (count === 0 || isWithoutSensors) return <NoSensors device={device} onRetry={onRetry} />
  if (count === undefined || address.thing === null || address.sensor === null)
    return <Skeleton width="100%" height="100%" />
  return <UnknownSensor thing={address.thing} sensor={address.sensor} onChoose={onChoose} />
}

function NoSensors({ device, onRetry }: Pick<WithoutSensorProps, 'device' | 'onRetry'>) {
  const translate = useTranslations('history.noSensors')
  const retryButton = (
    <button type="button" className="button" onClick={onRetry}>
      {translate('again')}
    </button>
  )
  return (
    <Notice icon="analog" title={translate('title')} action={retryButton}>
      {device && <p>{device.name}</p>}
      <p>{translate(device ? 'textOfDevice' : 'text')}</p>
    </Notice>
  )
}

function UnknownDevice({
  thing,
  onChoose,
}: {
  readonly thing: string
  readonly onChoose: () => void
}) {
  const translate = useTranslations('history.unknownDevice')
  const choose = (
    <button type="button" className="button" onClick={onChoose}>
      {translate('choose')}
    </button>
  )
  return (
    <Notice icon="search" title={translate('title')} action={choose}>
      <p>{translate('text', { thing })}</p>
    </Notice>
  )
}
