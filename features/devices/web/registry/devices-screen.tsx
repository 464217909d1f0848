import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { deviceSorts, RegisteredDevice } from '#features/devices/contract/registry.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { useListAddress } from '#kit/web/address/use-list-address.ts'
import { AntdProvider } from '#kit/web/antd/theme/antd-provider.tsx'
import { RecordPages, RecordTable } from '#kit/web/antd/antd-table.tsx'
import { FailureNotice } from '#kit/web/screens/failure-notice.tsx'
import { useInterrupted } from '#kit/web/screens/unsaved.ts'
import { ClaimDialog } from '../claim/claim-dialog.tsx'
import { DevicePanel } from '../device/device-panel.tsx'
import { StoredDrawer } from '../stored/stored-drawer.tsx'
import { TokenDialog, type NewToken } from '../device/token-dialog.tsx'
import {
  AddDeviceDrawer,
  addDeviceForm,
  type NewDeviceEntries,
} from '../form/add-device-drawer.tsx'
import { ImportDrawer } from '../import/import-drawer.tsx'
import { importTokensForm } from '../import/use-tokens-close.ts'
import { useDeviceColumns } from './device-columns.tsx'
import { devicesAddress, type DevicesAddress } from './devices-address.ts'
import { DevicesFilters } from './devices-filters.tsx'
import { DevicesTools } from './devices-tools.tsx'
import { NoDevices } from './no-devices.tsx'
import { devicesQuery } from './query-devices.ts'
import './devices.css'

/** `/cognito/cognito-info` */
export default function DevicesScreen() {
  return (
    <AntdProvider>
      <Devices />
    </AntdProvider>
  )
}

function Devices() {
  const translate = useTranslations('devices')
  const [address, change] = useListAddress('/cognito/cognito-info', devicesAddress)
  const { device: open, ...listed } = address
  const devices = useQuery(devicesQuery(listed))
  const interrupted = useInterrupted<NewDeviceEntries>(addDeviceForm)
  useInterrupted(importTokensForm)
  const [isAdding, setAdding] = useState(interrupted !== undefined)
  const [isClaiming, setClaiming] = useState(false)
  const [isImporting, setImporting] = useState(false)
  const [isStoredOpen, setStoredOpen] = useState(false)
  const [newToken, setNewToken] = useState<NewToken | null>(null)
  const show = (device: string | null) => change({ device, page: address.page }, { replace: true })
  const mayAdd = devices.data?.meta.mayAdd === true
  return (
    <div className="devices" data-open={open !== null}>
      <section className="panel" aria-labelledby="devices-title">
        <header className="panel-head devices-head">
          <h2 id="devices-title">{translate('list.title')}</h2>
          <DevicesFilters address={address} counts={devices.data?.meta} onChange={change} />
          <DevicesTools
            mayAdd={mayAdd}
            mayDeleteReadings={devices.data?.meta.mayDeleteReadings === true}
            onClaim={() => setClaiming(true)}
            onStored={() => setStoredOpen(true)}
            onImport={() => setImporting(true)}
            onAdd={() => setAdding(true)}
          />
        </header>
        {devices.isError && devices.data === undefined ? (
          <FailureNotice error={devices.error} onRetry={() => void devices.refetch()} />
        ) : (
          <DeviceTable
            {...{ address, open, change, show, mayAdd }}
            rows={devices.data?.data}
            isOutdated={devices.isPlaceholderData}
          />
        )}
        <RecordPages {...listed} total={devices.data?.meta.total ?? 0} onChange={change} />
        {mayAdd && devices.data?.meta.autoRegister && (
          <p className="devices-note">
            <Icon name="info" size={13} />
            {translate('list.autoRegister')}
          </p>
        )}
      </section>
      {open !== null && (
        <DevicePanel key={open} lesiId={open} onToken={setNewToken} onClose={() => show(null)} />
      )}
      <AddDeviceDrawer
        interrupted={interrupted}
        isOpen={isAdding}
        onClose={() => setAdding(false)}
        onAdded={({ device, token }) => {
          setNewToken({ device, token })
          show(device.lesiId)
        }}
      />
      {isClaiming && (
        <ClaimDialog
          onClose={() => setClaiming(false)}
          onClaimed={({ lesiId }) => {
            setClaiming(false)
            show(lesiId)
          }}
        />
      )}
      {isStoredOpen && <StoredDrawer onClose={() => setStoredOpen(false)} />}
      {isImporting && <ImportDrawer onClose={() => setImporting(false)} />}
      <TokenDialog newToken={newToken} onClose={() => setNewToken(null)} />
    </div>
  )
}

interface DeviceTableProps {
  readonly address: DevicesAddress
  readonly open: string | null
  readonly rows: readonly RegisteredDevice[] | undefined
  readonly isOutdated: boolean
  readonly mayAdd: boolean
  readonly change: (part: Partial<DevicesAddress>) => void
  readonly show: (lesiId: string) => void
}

function DeviceTable({ address, open, rows, isOutdated, mayAdd, change, show }: DeviceTableProps) {
  const translate = useTranslations('devices.list')
  const columns = useDeviceColumns({ open, onOpen: show })
  return (
    <RecordTable<RegisteredDevice>
      label={translate('title')}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      order={{ key: address.sort, direction: address.order }}
      onOrder={({ key, direction }) =>
        change({ sort: key as (typeof deviceSorts)[number], order: direction })
      }
      isOutdated={isOutdated}
      empty={
        <NoDevices
          isFiltered={address.search !== '' || address.state !== null}
          mayAdd={mayAdd}
          onReset={() => change({ search: '', state: null })}
        />
      }
    />
  )
}
