import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { currentUser, siteInfo } from '#features/accounts/contract/sign-in.ts'
import { passesGate } from '#kit/model/gate.ts'
import { importGate } from '#kit/model/permission.ts'
import { startOfDay } from '#kit/model/time/zone.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { LoadingPlace } from '#kit/web/screens/loading-place.tsx'
import { misreadFields, readAddress, type Search } from '#kit/web/address/address.ts'
import { readSensorNames, type SensorName } from '#kit/web/address/sensor-names.ts'
import { useMisreadAddress } from '#kit/web/address/use-misread-address.ts'
import { AntdProvider } from '#kit/web/antd/theme/antd-provider.tsx'
import { fetchedOnce, queryOf } from '#kit/web/calls/query-of.ts'
import { serverClock } from '#kit/web/clock/server-clock.ts'
import { exportAddress } from './address.ts'
import type { ChosenSensor, Draft } from './form/draft.ts'
import { ExportForm } from './form/export-form.tsx'
import { writePeriod } from './form/written-period.ts'
import { JobList } from './list/job-list.tsx'
import { OtherFiles } from './list/other-files.tsx'
import { SchedulesSection } from './schedules/schedules-section.tsx'
import { useNamedSensors } from './use-named-sensors.ts'
import './exports.css'

/** `/warroomCharts/export-excel`: files of stored readings, asked for and fetched. */
export default function ExportScreen() {
  return (
    <AntdProvider>
      <Exports />
    </AntdProvider>
  )
}

function Exports() {
  const translate = useTranslations('exports')
  const search: Search = useSearch({ strict: false })
  useMisreadAddress(misreadFields(exportAddress, search))
  const { thing, sensor, group, from, to } = readAddress(exportAddress, search)
  const siteZone = useQuery({ ...queryOf(siteInfo, {}), ...fetchedOnce }).data?.data.timezone
  const named = useNamedSensors(group === null ? oneOf(thing, sensor) : readSensorNames(group))
  return (
    <div className="exports">
      <section className="panel export-ask" aria-labelledby="export-ask">
        <header className="panel-head">
          <h2 id="export-ask">{translate('form.heading')}</h2>
          <ImportLink />
        </header>
        {siteZone === undefined || named === undefined ? (
          <LoadingPlace height="320px" />
        ) : (
          <ExportForm
            // Another link fills the form again.
            key={`${thing} ${sensor} ${group} ${from} ${to}`}
            initial={{
              ...draftOf(named, { from, to }, siteZone),
              mode: group === null ? 'sensor' : 'group',
            }}
            siteZone={siteZone}
          />
        )}
      </section>
      <div className="export-side">
        <section className="panel export-list" aria-labelledby="export-list">
          <header className="panel-head">
            <h2 id="export-list">{translate('list.heading')}</h2>
            <OtherFiles />
          </header>
          <JobList />
          <p className="panel-foot">{translate('list.kept')}</p>
        </section>
        <SchedulesSection />
      </div>
    </div>
  )
}

/** Leads to the way in for files, for those who may bring some. */
function ImportLink() {
  const translate = useTranslations('exports')
  const session = useQuery({ ...queryOf(currentUser, {}), enabled: false }).data?.data
  if (!passesGate(importGate, session ?? null)) return null
  return (
    <Link className="button small" to="/warroomCharts/import">
      <Icon name="up" />
      {translate('import')}
    </Link>
  )
}

const oneOf = (thing: string | null, sensor: string | null): readonly SensorName[] =>
  thing === null || sensor === null ? [] : [{ thing, sensor }]

interface Period {
  readonly from: number | null
  readonly to: number | null
}

function draftOf(sensors: readonly ChosenSensor[], { from, to }: Period, timezone: string): Draft {
  const now = serverClock.now()
  const range = { from: from ?? startOfDay(now, timezone), to: to ?? now }
  return {
    ...{ sensors, format: 'xlsx', mode: 'sensor', step: 'raw', figure: 'average', timezone },
    ...writePeriod(range, timezone),
  }
}
