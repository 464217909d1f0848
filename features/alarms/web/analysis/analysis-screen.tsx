import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Notice } from '#kit/ui/notice.tsx'
import { Skeleton } from '#kit/ui/skeleton.tsx'
import { useListAddress } from '#kit/web/address/use-list-address.ts'
import { AntdProvider } from '#kit/web/antd/theme/antd-provider.tsx'
import { serverClock } from '#kit/web/clock/server-clock.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { useNow } from '#kit/web/formats/use-now.ts'
import { FailureNotice } from '#kit/web/screens/failure-notice.tsx'
import type { AlarmAnalysis } from '../../contract/analysis/routes.ts'
import { analysisAddress } from './analysis-address.ts'
import { AnalysisTools } from './analysis-tools.tsx'
import { ExportLinks } from './export-links.tsx'
import { KeyFigures } from './figures/key-figures.tsx'
import { GuidancePanel } from './figures/guidance-panel.tsx'
import { HoursMap } from './map/hours-map.tsx'
import { analysisQuery, askedOf } from './query-analysis.ts'
import { CountsTable } from './tables/counts-table.tsx'
import { NuisancePanel } from './tables/nuisance-panel.tsx'
import { TopSources } from './tables/top-sources.tsx'
import './analysis.css'

/** `/sensoralarm/alarmnum` */
export default function AnalysisScreen() {
  return (
    <AntdProvider>
      <Analysis />
    </AntdProvider>
  )
}

function Analysis() {
  const translate = useTranslations('alarms.analysis')
  const { zone, date, dateTime } = useFormat()
  const [address, change] = useListAddress('/sensoralarm/alarmnum', analysisAddress)
  const asked = askedOf(address, zone, useNow(60_000))
  const { data, isError, error, refetch, isPlaceholderData } = useQuery(analysisQuery(asked))
  const analysis = data?.data
  const parts = { range: asked, address, onChange: change, isOutdated: isPlaceholderData }
  return (
    <div className="alarm-analysis" aria-busy={isPlaceholderData}>
      <header className="panel analysis-head">
        <h2>{translate('title')}</h2>
        <p className="print-only number">
          {dateTime(asked.from)} – {dateTime(asked.to)}
        </p>
        <AnalysisTools address={address} onChange={change} />
        {analysis !== undefined && (
          <ExportLinks asked={asked} days={`${date(asked.from)} ${date(asked.to)}`} />
        )}
      </header>
      {isError && analysis === undefined ? (
        <section className="panel">
          <FailureNotice
            error={error}
            onRetry={() => void refetch()}
            missing={{ title: translate('missing'), text: translate('missingText') }}
          />
        </section>
      ) : analysis === undefined ? (
        <section className="panel analysis-waiting">
          <Skeleton width="100%" height="64px" />
          <Skeleton width="100%" height="320px" />
        </section>
      ) : (
        <AnalysisSections analysis={analysis} {...parts} />
      )}
    </div>
  )
}

interface AnalysisSectionsProps {
  readonly analysis: AlarmAnalysis
  readonly range: ReturnType<typeof askedOf>
  readonly address: ReturnType<typeof useListAddress<typeof analysisAddress>>[0]
  readonly onChange: ReturnType<typeof useListAddress<typeof analysisAddress>>[1]
  readonly isOutdated: boolean
}

function AnalysisSections({
  analysis,
  range,
  address,
  onChange,
  isOutdated,
}: AnalysisSectionsProps) {
  const isEmpty = analysis.count === 0
  return (
    <>
      <KeyFigures analysis={analysis} />
      <Remarks analysis={analysis} from={range.from} />
      {isEmpty ? (
        <NoAlarms analysis={analysis} range={range} />
      ) : (
        <>
          <div className="analysis-parts">
            <HoursMap hours={analysis.hours} device={address.thing} />
            <TopSources {...{ analysis, range }} />
            <GuidancePanel analysis={analysis} />
          </div>
          <div className="analysis-parts analysis-below">
            <CountsTable {...{ analysis, range, address, isOutdated, onChange }} />
            <NuisancePanel {...{ analysis, range }} />
          </div>
        </>
      )}
    </>
  )
}

/** Nothing came; what has been there for long may be there all the same. */
function NoAlarms({ analysis, range }: Pick<AnalysisSectionsProps, 'analysis' | 'range'>) {
  const translate = useTranslations('alarms.analysis')
  return (
    <div className="analysis-parts analysis-below">
      <section className="panel">
        <Notice icon="bell" title={translate('none')}>
          <p>{translate(analysis.recordedFrom === null ? 'neverText' : 'noneText')}</p>
        </Notice>
      </section>
      <NuisancePanel {...{ analysis, range }} />
    </div>
  )
}

/** What the figures leave out, and since when there are any. */
function Remarks({ analysis, from }: { readonly analysis: AlarmAnalysis; readonly from: number }) {
  const translate = useTranslations('alarms.analysis')
  const { number, moment } = useFormat()
  const { hidden, journal, recordedFrom, earlier } = analysis
  const counted = (count: number) => ({ count, figure: number(count) })
  const since = recordedFrom === null ? '' : moment(recordedFrom, serverClock.now())
  const remarks = [
    ...(recordedFrom !== null && recordedFrom > earlier.from
      ? [translate(recordedFrom >= from ? 'recordedWithin' : 'recordedBefore', { since })]
      : []),
    ...(hidden > 0 ? [translate('hiddenCount', counted(hidden))] : []),
    ...(journal > 0 ? [translate('journalCount', counted(journal))] : []),
  ]
  return remarks.length === 0 ? null : <p className="analysis-remarks">{remarks.join(' ')}</p>
}
