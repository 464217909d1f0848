import { useTranslations } from 'use-intl'
import type { RegisteredDevice } from '#features/devices/contract/registry.ts'
import { noFigure } from '#kit/web/formats/number.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { useContractText } from '#kit/web/texts/use-contract-text.ts'
import { ContractEnd } from '../registry/contract-days.tsx'
import { LastUpdate } from '../registry/device-state.tsx'

/** What is known of a device, line by line. */
export function DeviceDetails({ device }: { readonly device: RegisteredDevice }) {
  const translate = useTranslations('devices')
  const format = useFormat()
  const contract = useContractText()(device)
  const seconds = (ms: number) => translate('columns.seconds', { value: format.write(ms / 1_000) })
  const details = [
    ['columns.lastUpdate', <LastUpdate key="lastUpdate" device={device} />],
    ['fields.product', device.product || noFigure],
    ['fields.site', device.site || noFigure],
    ['fields.zone', device.zone || noFigure],
    ['columns.relation', device.relation ?? noFigure],
    [
      'columns.contractStart',
      device.contractStart ?? (
        <span key="contractStart" className="device-none">
          {translate('contract.noStart')}
        </span>
      ),
    ],
    ['columns.contractEnd', <ContractEnd key="contractEnd" {...device} />],
    ['columns.interval', seconds(device.intervalMs)],
    ['panel.silence', seconds(device.silenceMs)],
    [
      'columns.sensors',
      device.sensorCount === null ? noFigure : format.number(device.sensorCount, 0),
    ],
    ['panel.people', format.number(device.peopleCount, 0)],
    ['panel.added', format.dateTime(device.createdAt)],
  ] as const
  return (
    <section>
      <h3>{translate('panel.details')}</h3>
      {contract && (
        <p className="device-panel-contract">
          <b>{contract.title}</b> {contract.text}
        </p>
      )}
      <dl className="device-details">
        {details.map(([key, value]) => (
          <div key={key}>
            <dt>{translate(key)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
