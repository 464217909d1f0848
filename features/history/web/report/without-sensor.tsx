import { useTranslations } from 'use-intl'
import type { Device } from '#features/devices/contract/routes.ts'
import { Notice } from '#kit/ui/notice.tsx'
import { Skeleton } from '#kit/ui/skeleton.tsx'
import { useContractText } from '#kit/web/texts/use-contract-text.ts'
import type { Address } from '../address.ts'
import { UnknownSensor } from './report-states.tsx'

interface WithoutSensorProps {
  /** The device that the address names, when it is not open to the person. */
  readonly closed: Device | undefined
  readonly address: Address
  readonly count: number | undefined
  readonly onChoose: () => void
  readonly onRetry: () => void
}

/** What stands in place of the chart while there is no sensor to draw. */
export function WithoutSensor({ closed, address, count, onChoose, onRetry }: WithoutSensorProps) {
  const contractText = useContractText()
  const contract = closed ? contractText(closed) : null
  if (closed && contract) {
    return (
      <Notice icon="lock" title={contract.title}>
        <p>{closed.name}</p>
        <p>{contract.text}</p>
      </Notice>
    )
  }
  if (count === 0) return <NoSensors onRetry={onRetry} />
  if (count === undefined || address.thing === null || address.sensor === null)
    return <Skeleton width="100%" height="100%" />
  return <UnknownSensor thing={address.thing} sensor={address.sensor} onChoose={onChoose} />
}

function NoSensors({ onRetry }: Pick<WithoutSensorProps, 'onRetry'>) {
  const translate = useTranslations('history.noSensors')
  const again = (
    <button type="button" className="button" onClick={onRetry}>
      {translate('again')}
    </button>
  )
  return (
    <Notice icon="analog" title={translate('title')} action={again}>
      <p>{translate('text')}</p>
    </Notice>
  )
}
