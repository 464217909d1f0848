import { useTranslations } from 'use-intl'
import type { Range } from '#kit/model/time/period.ts'
import { AlarmShape } from '#kit/web/alarms/alarm-shape.tsx'
import { alarmPriorities } from '#kit/web/alarms/alarm-source.ts'
import type { ChangeAddress } from '#kit/web/address/use-list-address.ts'
import { RecordPages, RecordTable, type RecordColumn } from '#kit/web/antd/antd-table.tsx'
import { noFigure } from '#kit/web/formats/number.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { AlarmAnalysis, AlarmGroup } from '../../../contract/analysis/routes.ts'
import { groupTabs, type AnalysisAddress, type analysisAddress } from '../analysis-address.ts'
import { AnalysisPanel } from '../analysis-panel.tsx'
import { useShareText } from '../use-share-text.ts'
import { SourceName } from './source-name.tsx'

interface CountsTableProps {
  readonly analysis: AlarmAnalysis
  readonly range: Range
  readonly address: Pick<AnalysisAddress, 'counts' | 'page' | 'limit'>
  readonly isOutdated: boolean
  readonly onChange: ChangeAddress<typeof analysisAddress>
}

/** How many alarms each sensor, each rule or each device had, and in the period before. */
export function CountsTable(props: CountsTableProps) {
  const { analysis, isOutdated, onChange } = props
  const { counts, page, limit } = props.address
  const translate = useTranslations('alarms.analysis')
  const { number } = useFormat()
  const columns = useColumns(props)
  const { total, listed } = analysis[counts]
  const all = listed.filter(({ count, before }) => count + before > 0)
  const rows = all.slice((page - 1) * limit, page * limit)
  return (
    // What is chosen of its pages opens a list that lies behind whatever fills the screen.
    <AnalysisPanel className="analysis-counts" title={translate('counts.title')} fullscreen={false}>
      <div className="segmented" role="group" aria-label={translate('counts.by')}>
        {groupTabs.map((tab) => (
          <button
            key={tab}
            type="button"
            aria-pressed={tab === counts}
            onClick={() => onChange({ counts: tab }, { replace: true })}
          >
            {translate(`counts.${tab}`)}
          </button>
        ))}
      </div>
      <RecordTable<AlarmGroup>
        label={translate(`counts.${counts}`)}
        {...{ columns, rows, isOutdated }}
        rowKey={({ device, sensor, origin }) => `${device?.id} ${sensor?.id} ${origin}`}
        empty={null}
      />
      {all.length > limit && (
        <RecordPages
          {...{ page, limit }}
          total={all.length}
          onChange={(next) => onChange(next, { replace: true })}
        />
      )}
      {total > all.length && (
        <p className="panel-foot">
          {translate('counts.more', { figure: number(all.length), total: number(total) })}
        </p>
      )}
    </AnalysisPanel>
  )
}

function useColumns({
  analysis,
  range,
  address: { counts },
}: CountsTableProps): readonly RecordColumn<AlarmGroup>[] {
  const translate = useTranslations('alarms.analysis')
  const { number } = useFormat()
  const share = useShareText()
  return [
    {
      key: 'name',
      title: translate(`counts.one.${counts}`),
      card: 'head',
      render: (group) => <SourceName key="name" {...{ group, range }} />,
    },
    {
      key: 'priorities',
      title: translate('byPriority'),
      render: ({ priorities }) => (
        <span className="analysis-priorities">
          {alarmPriorities.map((priority) => (
            <span key={priority} className="analysis-priority">
              <AlarmShape
                priority={priority}
                state={priorities[priority - 1] ? 'acknowledged' : null}
              />
              <span className="visually-hidden">
                {translate('guidance.priority', { priority })}
              </span>
              <span className="number">{number(priorities[priority - 1] ?? 0)}</span>
            </span>
          ))}
        </span>
      ),
    },
    {
      key: 'count',
      title: translate('counts.count'),
      align: 'right',
      render: ({ count }) => <b className="number">{number(count)}</b>,
    },
    {
      key: 'share',
      title: translate('counts.share'),
      align: 'right',
      render: ({ count }) => (
        <span className="number">
          {analysis.count === 0 ? noFigure : share(count / analysis.count, 1)}
        </span>
      ),
    },
    {
      key: 'before',
      title: translate('counts.before'),
      align: 'right',
      render: ({ before }) => (
        <span className="number">{analysis.before === null ? noFigure : number(before)}</span>
      ),
    },
  ]
}
