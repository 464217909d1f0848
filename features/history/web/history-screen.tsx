import { useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import type { Device } from '#features/devices/contract/routes.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { serverClock } from '#kit/web/clock/server-clock.ts'
import { Notice } from '#kit/ui/notice.tsx'
import { Skeleton } from '#kit/ui/skeleton.tsx'
import { RetryButton } from '#kit/web/screens/failure-notice.tsx'
import { useContractText } from '#kit/web/texts/use-contract-text.ts'
import { wholeRange, type Address } from './address.ts'
import './history.css'
import { PeriodBar } from './period/period-bar.tsx'
import { useSensors } from './tree/query-sensors.ts'
import { useSiteZone } from './query-site.ts'
import { useDevices } from './tree/query-devices.ts'
import { UnknownSensor } from './report/report-states.tsx'
import { SensorReportView } from './report/sensor-report.tsx'
import { SensorTree } from './tree/sensor-tree.tsx'
import { useAddress } from './use-address.ts'
import { useChosenSensor, useFirstSensor } from './tree/use-chosen-sensor.ts'

/**
 * Historical charts: a period above, sensors at the left, the chart of the chosen one with its
 * statistics.
 */
export default function HistoryScreen() {
  const timezone = useSiteZone()
  return timezone === undefined ? (
    <Skeleton width="100%" height="100%" />
  ) : (
    <ZonedHistory timezone={timezone} />
  )
}

function ZonedHistory({ timezone }: { readonly timezone: string }) {
  const translate = useTranslations('history')
  const [address, change] = useAddress()
  const [now, setNow] = useState(() => serverClock.now())
  const [isTreeOpen, setTreeOpen] = useState(false)
  const search = useRef<HTMLInputElement>(null)
  const sensors = useSensors()
  const devices = useDevices()
  const whole = useMemo(
    () => wholeRange(address.period, timezone, now),
    [address.period, timezone, now],
  )
  const { sensor, isLoading } = useChosenSensor(address, sensors.data)
  const deviceName = (lesiId: string) =>
    devices.data?.devices.find((device) => device.lesiId === lesiId)?.name ?? lesiId
  const closedDevice = devices.data?.devices.find(
    ({ lesiId, access }) => lesiId === address.thing && access !== 'open',
  )
  useFirstSensor(address, closedDevice || devices.isPending ? undefined : sensors.data, change)

  const choosePeriod = (period: Address['period']) => {
    setNow(serverClock.now())
    change({ period, zoom: null })
  }
  const chooseSensor = (chosen: Sensor) => {
    setTreeOpen(false)
    change({ thing: chosen.lesiId, sensor: chosen.key })
  }
  const openTree = () => {
    // On a phone the field cannot take the focus before it is shown.
    flushSync(() => setTreeOpen(true))
    search.current?.focus()
  }
  return (
    <div className="history" data-tree-open={isTreeOpen || undefined}>
      <PeriodBar
        period={address.period}
        whole={whole}
        shown={address.zoom ?? whole}
        timezone={timezone}
        onPeriod={choosePeriod}
      />
      <button
        type="button"
        className="button history-tree-button"
        aria-expanded={isTreeOpen}
        onClick={() => setTreeOpen(!isTreeOpen)}
      >
        <Icon name="tree" />
        <span className="clip">
          {sensor ? `${deviceName(sensor.lesiId)} · ${sensor.alias}` : translate('tree.choose')}
        </span>
        <Icon name={isTreeOpen ? 'chevron-up' : 'chevron-down'} />
      </button>
      <aside className="panel history-tree-panel" aria-label={translate('tree.label')}>
        {sensors.isError ? (
          <Notice
            icon="warning"
            title={translate('tree.failed')}
            action={<RetryButton onClick={() => void sensors.refetch()} />}
            isFailure
          />
        ) : sensors.data ? (
          <SensorTree
            list={sensors.data}
            devices={devices.data?.devices ?? []}
            chosen={address}
            onChoose={chooseSensor}
            searchRef={search}
          />
        ) : (
          <div className="history-tree-loading">
            {Array.from({ length: 8 }, (_, index) => (
              <Skeleton key={index} width="100%" height="20px" />
            ))}
          </div>
        )}
      </aside>
      {sensor ? (
        <SensorReportView
          key={sensor.id}
          {...{ sensor, whole, zoom: address.zoom, timezone, change }}
          deviceName={deviceName(sensor.lesiId)}
          onRefresh={() => setNow(serverClock.now())}
          onLonger={address.period === '30-days' ? null : () => choosePeriod('30-days')}
        />
      ) : (
        <section className="panel history-panel history-without">
          <WithoutSensor
            closed={closedDevice}
            address={address}
            count={isLoading ? undefined : sensors.data?.total}
            onChoose={openTree}
            onRetry={() => void sensors.refetch()}
          />
        </section>
      )}
    </div>
  )
}

interface WithoutSensorProps {
  /** The device that the address names, when it is not open to the person. */
  readonly closed: Device | undefined
  readonly address: Address
  readonly count: number | undefined
  readonly onChoose: () => void
  readonly onRetry: () => void
}

function WithoutSensor({ closed, address, count, onChoose, onRetry }: WithoutSensorProps) {
  const translate = useTranslations('history.noSensors')
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
  if (count === undefined) return <Skeleton width="100%" height="100%" />
  if (count === 0) {
    return (
      <Notice
        icon="analog"
        title={translate('title')}
        action={
          <button type="button" className="button" onClick={onRetry}>
            {translate('again')}
          </button>
        }
      >
        <p>{translate('text')}</p>
      </Notice>
    )
  }
  if (address.thing === null || address.sensor === null)
    return <Skeleton width="100%" height="100%" />
  return <UnknownSensor thing={address.thing} sensor={address.sensor} onChoose={onChoose} />
}
