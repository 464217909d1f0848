import { useTranslations } from 'use-intl'
import { Notice } from '#kit/ui/notice.tsx'
import { isolated } from '#kit/web/formats/isolated.ts'
import { FailureNotice } from '#kit/web/screens/failure-notice.tsx'
import { useContractText } from '#kit/web/texts/use-contract-text.ts'
import { useSiteZone } from '../query-site.ts'
import { DetailContent } from './detail-content.tsx'
import type { DetailLinks } from './detail-links.ts'
import { Loading } from './loading.tsx'
import type { Named } from './use-named.ts'

interface DetailBodyProps {
  readonly lesiId: string
  readonly sensorKey: string
  readonly named: Named
  readonly day: string | null
  readonly at: number | null
  readonly links: DetailLinks
  readonly onDay: (day: string | null) => void
}

/** The sensor's day; or why there is none to show to this person. */
export function DetailBody({ lesiId, sensorKey, named, ...props }: DetailBodyProps) {
  const translate = useTranslations('history')
  const timezone = useSiteZone()
  const { sensor, device, error, isLoading } = named
  if (sensor && timezone !== undefined)
    return <DetailContent key={sensor.id} {...props} {...{ sensor, timezone }} />
  if (error)
    return (
      <div className="sensor-detail-notice">
        <FailureNotice error={error} onRetry={named.retry} forbidden={translate('forbidden')} />
      </div>
    )
  if (isLoading || sensor) return <Loading />
  return (
    <div className="sensor-detail-notice">
      <ContractNotice device={device}>
        <Notice icon="search" title={translate('unknown.title')} isFailure>
          <p>{translate('unknown.text', { sensor: isolated(sensorKey), thing: lesiId })}</p>
          <p>{translate('detail.provider')}</p>
        </Notice>
      </ContractNotice>
    </div>
  )
}

interface ContractNoticeProps {
  readonly device: Named['device']
  readonly children: React.ReactNode
}

/** A device whose contract does not count today says so; else the sensor itself is not there. */
function ContractNotice({ device, children }: ContractNoticeProps) {
  const contractText = useContractText()
  const contract = device && contractText(device)
  if (!contract) return children
  return (
    <Notice icon="lock" title={contract.title} isFailure>
      <p>{contract.text}</p>
    </Notice>
  )
}
