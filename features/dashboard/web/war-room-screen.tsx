import { useSearch } from '@tanstack/react-router'
import { useDeferredValue, useEffect, useMemo } from 'react'
import type { Device } from '#features/devices/contract/routes.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import type { DeviceListData, SensorPageData } from '#kit/web/catalogue/lists.ts'
import { misreadFields } from '#kit/web/address/address.ts'
import { useMisreadAddress } from '#kit/web/address/use-misread-address.ts'
import { FollowedLinks } from '#kit/web/detail/followed-links.tsx'
import { useFollowLinks } from '#kit/web/detail/follow-links.ts'
import { useWatch } from '#kit/web/live/index.ts'
import { PastRoom } from '#kit/web/past/past-room.tsx'
import { useInterrupted } from '#kit/web/screens/unsaved.ts'
import { useDebounced } from '#kit/web/browser/use-debounced.ts'
import { useUnattendedRetry } from '#kit/web/wall/use-unattended-retry.ts'
import { kindsFor, defaultKind } from '#kit/web/widget-registry.ts'
import { useNavigateHere } from '#kit/web/screens/navigate-here.ts'
import { Boards } from './boards/boards.tsx'
import { useEditing } from './boards/edit/use-editor.ts'
import { arrangedWidgets } from './boards/content/arranged.ts'
import { shownAs } from './shown-as/widget-choices.ts'
import { useWidgetChoices } from './shown-as/use-widget-choices.ts'
import { ClosedDevices } from './devices/closed-devices.tsx'
import { DeviceSection } from './devices/device-section.tsx'
import { FilterBar } from './filter/filter-bar.tsx'
import {
  filterTest,
  filtersOf,
  isFiltering,
  isFilteredInBrowser,
  listFilterOf,
  pageOf,
  warRoomAddress,
  type Filters,
} from './filter/filters.ts'
import { byDevice } from './devices/by-device.ts'
import { KpiSummary } from './summary/kpi-summary.tsx'
import { SensorPages } from './sensors/sensor-pages.tsx'
import { endPreparation } from './prepare.ts'
import { useWall, type Wall } from './wall/use-wall.ts'
import { useSensors } from './sensors/use-sensors.ts'
import { useHero } from './hero/use-hero.ts'
import { useSummary } from './summary/use-summary.ts'
import { optionsForm } from './shown-as/options-dialog.tsx'
import { useDevices, useDevicesOf } from './devices/use-devices.ts'
import { NoSensors, NothingFound, WarRoomFailed, WarRoomLoading } from './war-room-states.tsx'
import './war-room.css'

export { prepare } from './prepare.ts'

/** The sensors that the person may see, live, by device; of very many a page. */
export default function WarRoomScreen() {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  useMisreadAddress(useMemo(() => misreadFields(warRoomAddress, search), [search]))
  useInterrupted(optionsForm)
  const edit = useEditing()
  const wall = useWall(edit.editor !== null)
  const filters = useMemo(() => filtersOf(search), [search])
  const wanted = useDebounced(filters)
  const filter = useMemo(() => listFilterOf(wanted), [wanted])
  const page = pageOf(search)
  const { shown: sensors, isWhole } = useSensors(filter, page)
  const devices = useDevices()
  useUnattendedRetry(wall.isOn, sensors)
  useUnattendedRetry(wall.isOn, devices)
  const { open = none, closed = none } = useMemo(
    () =>
      Object.groupBy(devices.data?.devices ?? [], ({ access }) =>
        access === 'open' ? 'open' : 'closed',
      ),
    [devices.data],
  )
  const retry = () => {
    void sensors.refetch()
    void devices.refetch()
  }
  if (sensors.data && devices.data)
    return (
      <PastRoom sensors={sensors.data.sensors}>
        <WarRoom
          list={sensors.data}
          plant={devices.data}
          {...{ wall, edit, filters, page, isWhole, open, closed }}
          onRetry={retry}
        />
      </PastRoom>
    )
  return sensors.isError || devices.isError ? <WarRoomFailed onRetry={retry} /> : <WarRoomLoading />
}

interface WarRoomProps {
  readonly wall: Wall
  readonly edit: ReturnType<typeof useEditing>
  readonly list: SensorPageData
  readonly filters: Filters
  readonly page: number
  /** Whether the list holds every sensor, whatever the filters say. */
  readonly isWhole: boolean
  readonly plant: DeviceListData<Device>
  readonly open: readonly Device[]
  /** Devices of the person that are not open to them. */
  readonly closed: readonly Device[]
  readonly onRetry: () => void
}

function WarRoom(props: WarRoomProps) {
  const { wall, edit, list, filters, page, isWhole, plant, open, closed, onRetry } = props
  const navigate = useNavigateHere()
  const follow = useFollowLinks()
  const { sensors } = list
  const devices = useDevicesOf(sensors, open)
  const summary = useSummary(sensors, isWhole ? open : devices)
  useWatch(useMemo(() => sensors.map(({ id }) => id), [sensors]))
  useEffect(endPreparation, [])
  const deferred = useDeferredValue(filters)
  const isLoading = summary.counts.loading > 0
  const notLive = deferred.live === 'no' ? summary.notLive : nobody
  const beyond = deferred.limits === 'beyond' ? summary.beyond : nobody
  const sections = useMemo(() => {
    const names = new Map(devices.map(({ lesiId, name }) => [lesiId, name]))
    return byDevice(sensors.filter(filterTest(deferred, names, { notLive, beyond })), devices)
  }, [sensors, devices, deferred, notLive, beyond])
  const big = useHero(sections)
  const onPage = sections.reduce((sum, section) => sum + section.sensors.length, 0)
  const shown = isWhole || isFilteredInBrowser(deferred) ? onPage : list.total
  // The moment of the past stays; the filters are of now and then.
  const change = (next: object) =>
    void navigate({
      to: '.',
      search: ({ at }: { at?: string }) => ({ ...next, at }),
      replace: true,
    })
  const goTo = (next: number) => change({ ...filters, page: next === 1 ? undefined : next })
  const arranged = useArranged(sections)
  // Dashboards need no sensors: notes, clocks, and what others share.
  const isEmpty = isWhole && list.total === 0
  return (
    <div className="war-room">
      {!isEmpty && (
        <KpiSummary
          summary={summary}
          plant={plant}
          shown={isWhole ? null : sensors.length}
          onLink={follow}
        />
      )}
      <Boards {...{ wall, edit, arranged }} listed={sensors}>
        {!isEmpty && !wall.isOn && (
          <FilterBar
            filters={filters}
            onChange={change}
            devices={open}
            shown={shown}
            total={plant.sensors}
          />
        )}
        {isEmpty ? (
          <NoSensors hasDevices={open.length > 0} hasClosed={closed.length > 0} {...{ onRetry }} />
        ) : onPage === 0 && isFiltering(filters) && !(isFilteredInBrowser(filters) && isLoading) ? (
          <NothingFound onClear={() => change({})} />
        ) : null}
        <FollowedLinks className="devices">
          {sections.map(({ device, sensors: own }, index) => (
            <DeviceSection
              key={device.id}
              device={device}
              sensors={own}
              isFirst={index === 0}
              big={index === 0 ? big : null}
            />
          ))}
        </FollowedLinks>
        {isWhole || wall.isOn ? null : (
          <SensorPages page={page} total={list.total} onChange={goTo} />
        )}
        {!isEmpty && (isFiltering(filters) || wall.isOn) ? null : (
          <ClosedDevices devices={closed} />
        )}
      </Boards>
    </div>
  )
}

/** The automatic arrangement as a person sees it, as widgets of a dashboard. */
function useArranged(sections: readonly { readonly sensors: readonly Sensor[] }[]) {
  const [choices] = useWidgetChoices()
  return () =>
    arrangedWidgets(
      sections.map((section) => section.sensors),
      defaultKind,
      (sensor) => {
        const { kind, options } = shownAs(sensor, choices, kindsFor(sensor.type))
        return { kind: kind.id, options }
      },
    )
}

const nobody: ReadonlySet<number> = new Set()
const none: readonly Device[] = []
