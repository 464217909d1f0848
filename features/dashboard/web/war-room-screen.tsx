import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useDeferredValue, useMemo, type MouseEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { Thing } from '#features/devices/contract/routes.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { useWatch } from '#kit/web/live/index.ts'
import { ClosedDevices } from './closed-devices.tsx'
import { DeviceSection } from './device-section.tsx'
import { FilterBar } from './filter-bar.tsx'
import { filtersOf, isFiltering, sensorTest } from './filters.ts'
import { byDevice } from './by-device.ts'
import { KpiStrip } from './kpi-strip.tsx'
import { useCatalogueRefresh } from './use-catalogue-refresh.ts'
import { useSeesAll } from './use-sees-all.ts'
import { useSensors } from './use-sensors.ts'
import { useSummary } from './use-summary.ts'
import { useThings } from './use-things.ts'
import { NoSensors, NothingFound, WarRoomFailed, WarRoomLoading } from './war-room-states.tsx'
import './war-room.css'

/** Every sensor that the person may see, live, by device. */
export default function WarRoomScreen() {
  const sensors = useSensors()
  const things = useThings()
  const seesAll = useSeesAll()
  useCatalogueRefresh()
  const retry = () => {
    void sensors.refetch()
    void things.refetch()
  }
  if (sensors.data && things.data) {
    const { open = [], closed = [] } = Object.groupBy(things.data, ({ access }) => (access === 'open' ? 'open' : 'closed'))
    if (sensors.data.length > 0) return <WarRoom sensors={sensors.data} things={open} closed={closed} />
    return (
      <>
        {(open.length > 0 || closed.length === 0) && <NoSensors hasDevices={open.length > 0} seesAll={seesAll} onRetry={retry} />}
        <ClosedDevices things={closed} />
      </>
    )
  }
  return sensors.isError || things.isError ? <WarRoomFailed onRetry={retry} /> : <WarRoomLoading />
}

/** Follows a plain link inside the application without loading the page anew; other clicks keep their meaning. */
function useLinks() {
  const router = useRouter()
  return (event: MouseEvent<HTMLElement>) => {
    const link = event.target instanceof Element ? event.target.closest('a[href^="/"]') : null
    const href = link?.getAttribute('href')
    if (!href || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return
    event.preventDefault()
    router.history.push(href)
  }
}

interface WarRoomProps {
  readonly sensors: readonly Sensor[]
  readonly things: readonly Thing[]
  /** Devices of the person that are not open to them. */
  readonly closed: readonly Thing[]
}

function WarRoom({ sensors, things, closed }: WarRoomProps) {
  const translate = useTranslations('dashboard')
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const navigate = useNavigate()
  const follow = useLinks()
  const summary = useSummary(sensors, things)
  useWatch(useMemo(() => sensors.map(({ id }) => id), [sensors]))
  const filters = useMemo(() => filtersOf(search), [search])
  const settled = useDeferredValue(filters)
  const notLive = settled.live === 'no' ? summary.notLive : nobody
  const sections = useMemo(() => {
    const names = new Map(things.map(({ lesiId, name }) => [lesiId, name]))
    return byDevice(sensors.filter(sensorTest(settled, names, notLive)), things)
  }, [sensors, things, settled, notLive])
  const shown = sections.reduce((sum, section) => sum + section.sensors.length, 0)
  const change = (next: object) => void navigate({ to: '.', search: next, replace: true })
  return (
    <div className="war-room">
      <h1 className="visually-hidden">{translate('title')}</h1>
      <KpiStrip summary={summary} sensorCount={sensors.length} />
      <FilterBar filters={filters} onChange={change} things={things} shown={shown} total={sensors.length} />
      {shown === 0 && isFiltering(filters) ? <NothingFound onClear={() => change({})} /> : null}
      {/* Links inside stay links, also for the keyboard: this only saves loading the page. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div className="devices" onClick={follow}>
        {sections.map(({ thing, sensors: own }, index) => (
          <DeviceSection key={thing.id} thing={thing} sensors={own} isFirst={index === 0} />
        ))}
      </div>
      {isFiltering(filters) ? null : <ClosedDevices things={closed} />}
    </div>
  )
}

const nobody: ReadonlySet<number> = new Set()
