import { useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import type { Sensor } from '#kit/model/sensor.ts'
import { Skeleton } from '#kit/ui/skeleton.tsx'
import { serverClock } from '#kit/web/clock/server-clock.ts'
import { useNow } from '#kit/web/formats/use-now.ts'
import {
  dayPeriod,
  hasGrown,
  hasMovedOn,
  neighbourOf,
  wholeRange,
  type Address,
} from './address.ts'
import { CompareChoice } from './compare/compare-choice.tsx'
import { ExportLink } from './export-link.tsx'
import './history.css'
import './history-print.css'
import { GroupView } from './group/group-view.tsx'
import { ModeChoice, useGroupChoice } from './group/mode-choice.tsx'
import { PeriodBar } from './period/period-bar.tsx'
import { useSiteZone } from './query-site.ts'
import { SensorReportView } from './report/sensor-report.tsx'
import { WithoutSensor } from './report/without-sensor.tsx'
import { TreeButton, TreePanel } from './tree/tree-panel.tsx'
import { useChoice } from './tree/use-choice.ts'
import { useAddress } from './use-address.ts'

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
  const { address, change, whole, choosePeriod, refresh, steps } = useShownPeriod(timezone)
  const { compare, isTable } = address
  const tree = useTreePanel()
  const choice = useChoice(address, change)
  const { sensors, devices, sensor, deviceName } = choice
  const group = useGroupChoice(address, change)
  const chooseSensor = (chosen: Sensor) => {
    tree.setOpen(false)
    change({ thing: chosen.lesiId, sensor: chosen.key, isTable: false })
  }
  const ways = {
    onLonger: address.period === '30-days' ? null : () => choosePeriod('30-days'),
    onMoment: (time: number) => choosePeriod(dayPeriod(time, timezone, serverClock.now())),
  }
  const shownName = sensor ? `${deviceName(sensor.lesiId)} · ${sensor.alias}` : null
  return (
    <div className="history" data-tree-open={tree.isOpen || undefined}>
      <SkipToChart />
      <PeriodBar
        mode={<ModeChoice {...{ address, change }} />}
        period={address.period}
        whole={whole}
        shown={address.zoom ?? whole}
        timezone={timezone}
        onPeriod={choosePeriod}
        steps={steps}
      >
        <CompareChoice
          {...{ compare, whole, timezone }}
          onCompare={(chosen) => change({ compare: chosen })}
        />
        <ExportLink sensor={sensor} group={address.group} range={address.zoom ?? whole} />
      </PeriodBar>
      <TreeButton
        isOpen={tree.isOpen}
        chosenName={group ? group.title : shownName}
        onToggle={() => tree.setOpen(!tree.isOpen)}
      />
      <TreePanel
        sensors={sensors}
        devices={devices}
        chosen={choice.chosen}
        several={group?.several ?? null}
        onChoose={group ? group.toggle : chooseSensor}
        searchRef={tree.search}
        {...(group && { foot: group.foot })}
      />
      {address.group ? (
        <GroupView
          {...{ deviceName, whole, zoom: address.zoom, timezone, change, compare, ...ways }}
          names={address.group}
          onRefresh={refresh}
          onChoose={tree.focusSearch}
        />
      ) : sensor ? (
        <SensorReportView
          key={sensor.id}
          {...{ sensor, whole, zoom: address.zoom, timezone, change, compare, isTable }}
          deviceName={deviceName(sensor.lesiId)}
          onRefresh={refresh}
          {...ways}
        />
      ) : (
        <section className="panel history-panel history-without">
          <WithoutSensor
            {...{ ...choice, address }}
            onChoose={tree.focusSearch}
            onRetry={() => void sensors.refetch()}
          />
        </section>
      )}
    </div>
  )
}

/** Whoever works with keys need not pass the period, the tree and the tools. */
function SkipToChart() {
  const translate = useTranslations('history')
  return (
    <button
      type="button"
      className="skip-link"
      onClick={({ currentTarget }) =>
        currentTarget.parentElement
          ?.querySelector<HTMLElement>('.chart-plot, .state-chart-timeline, .history-table')
          ?.focus()
      }
    >
      {translate('skip')}
    </button>
  )
}

/** The address of the page, and the range that its period means since it was last asked for. */
function useShownPeriod(timezone: string) {
  const [address, change] = useAddress()
  const [now, setNow] = useState(() => serverClock.now())
  const minute = useNow(10_000)
  // After midnight nothing calls yesterday today, and a period that reaches to the present grows
  // with it. Who looks into a part of it is left there.
  const isOutdated =
    hasMovedOn(address.period, now, minute, timezone) || hasGrown(address.period, now, minute)
  if (address.zoom === null && isOutdated) setNow(minute)
  const whole = useMemo(
    () => wholeRange(address.period, timezone, { zoom: address.zoom, now }),
    [address.period, address.zoom, timezone, now],
  )
  const refresh = () => setNow(serverClock.now())
  const choosePeriod = (period: Address['period']) => {
    refresh()
    change({ period, zoom: null })
  }
  const stepTo = (direction: -1 | 1) => {
    const next = neighbourOf(address, direction, { whole, timezone, now: minute })
    return next && (() => change(next))
  }
  const steps = { earlier: stepTo(-1), later: stepTo(1) }
  return { address, change, whole, choosePeriod, refresh, steps }
}

/** Whether the tree is open, on a phone, and its search field. */
function useTreePanel() {
  const [isOpen, setOpen] = useState(false)
  const search = useRef<HTMLInputElement>(null)
  const focusSearch = () => {
    // On a phone the field cannot take the focus before it is shown.
    flushSync(() => setOpen(true))
    search.current?.focus()
  }
  return { isOpen, setOpen, search, focusSearch }
}
