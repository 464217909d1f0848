import { useTranslations } from 'use-intl'
import type { RegisteredDevice } from '#features/devices/contract/registry.ts'
import type { RecordColumn } from '#kit/web/antd/antd-table.tsx'
import { noFigure } from '#kit/web/formats/number.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { ContractEnd } from './contract-days.tsx'
import { DeviceState, LastUpdate } from './device-state.tsx'

type Column = RecordColumn<RegisteredDevice>

interface ColumnsOptions {
  /** LESI ID of the device that stands open beside the list, which then has fewer columns. */
  readonly open: string | null
  readonly onOpen: (lesiId: string) => void
}

/** The list of devices, column by column. */
export function useDeviceColumns({ open, onOpen }: ColumnsOptions): readonly Column[] {
  const present = usePresentColumns({ open, onOpen })
  const contract = useContractColumns()
  return open === null ? [...present, ...contract] : present.filter(({ key }) => key !== 'place')
}

function usePresentColumns({ open, onOpen }: ColumnsOptions): readonly Column[] {
  const translate = useTranslations('devices.columns')
  return [
    {
      key: 'name',
      title: translate('name'),
      isSortable: true,
      card: 'head',
      render: ({ name, lesiId, access, product }) => (
        <span key="name" className="device-lines">
          <button
            type="button"
            className="device-name"
            data-access={access}
            aria-expanded={lesiId === open}
            title={name}
            onClick={() => onOpen(lesiId)}
          >
            {name}
          </button>
          {product !== '' && <small title={product}>{product}</small>}
        </span>
      ),
    },
    {
      key: 'lesiId',
      title: translate('lesiId'),
      isSortable: true,
      render: ({ lesiId }) => (
        <span className="device-id device-long" title={lesiId}>
          {lesiId}
        </span>
      ),
    },
    {
      key: 'place',
      title: translate('place'),
      render: ({ site, zone }) =>
        site === '' && zone === '' ? (
          noFigure
        ) : (
          <span className="device-lines">
            <span title={site}>{site || noFigure}</span>
            {zone !== '' && <small title={zone}>{zone}</small>}
          </span>
        ),
    },
    {
      key: 'relation',
      title: translate('relation'),
      render: ({ relation }) =>
        relation === null ? noFigure : <span className="tag">{relation}</span>,
    },
    {
      key: 'state',
      title: translate('state'),
      card: 'head',
      render: (device) => <DeviceState key="state" device={device} />,
    },
    {
      key: 'lastSeen',
      title: translate('lastUpdate'),
      isSortable: true,
      render: (device) => <LastUpdate device={device} />,
    },
  ]
}

function useContractColumns(): readonly Column[] {
  const translate = useTranslations('devices.columns')
  const contract = useTranslations('devices.contract')
  const format = useFormat()
  return [
    {
      key: 'contractStart',
      title: translate('contractStart'),
      render: ({ contractStart }) =>
        contractStart === null ? (
          <span className="device-none">{contract('noStart')}</span>
        ) : (
          <span className="number">{contractStart}</span>
        ),
    },
    {
      key: 'contractEnd',
      title: translate('contractEnd'),
      render: (device) => <ContractEnd {...device} />,
    },
    {
      key: 'interval',
      title: translate('interval'),
      align: 'right',
      render: ({ intervalMs }) => (
        <span className="number">
          {translate('seconds', { value: format.write(intervalMs / 1_000) })}
        </span>
      ),
    },
    {
      key: 'sensors',
      title: translate('sensors'),
      align: 'right',
      render: ({ sensorCount }) => (
        <span className="number">
          {sensorCount === null ? noFigure : format.number(sensorCount, 0)}
        </span>
      ),
    },
  ]
}
