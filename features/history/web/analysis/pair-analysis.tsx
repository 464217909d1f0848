import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Range } from '#kit/model/time/period.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { CloseButton, ModalDialog } from '#kit/ui/dialog/modal-dialog.tsx'
import { Skeleton } from '#kit/ui/skeleton.tsx'
import { noFigure } from '#kit/web/formats/number.ts'
import { formatInstant } from '#kit/web/formats/repeated-hour.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { Correlation } from '../../contract/analysis.ts'
import { ReportFailure } from '../report/report-states.tsx'
import { spanText } from '../report/use-chart-format.ts'
import { pairNames } from './pair-names.ts'
import { useCorrelation } from './query-analysis.ts'
import { Scatter } from './scatter.tsx'
import './analysis.css'

interface PairAnalysisProps {
  /** Two at least. */
  readonly sensors: readonly Sensor[]
  readonly range: Range
  readonly timezone: string
  readonly onClose: () => void
}

/** Two sensors of a group against each other. */
export default function PairAnalysis({ sensors, range, timezone, onClose }: PairAnalysisProps) {
  const translate = useTranslations('history.analysis')
  const common = useTranslations('common')
  const [ids, setIds] = useState(() => sensors.slice(0, 2).map(({ id }) => id))
  const [x, y] = [0, 1].map((side) => sensors.find(({ id }) => id === ids[side]) ?? sensors[side])
  if (!x || !y) throw new Error('two sensors are needed')
  const choose = (side: number, id: number) =>
    setIds(
      ids.map((before, index) =>
        index === side ? id : before === id ? (ids[side] ?? id) : before,
      ),
    )
  return (
    <ModalDialog
      isWide
      title={translate('pair.title')}
      onClose={onClose}
      footer={<CloseButton isFirst>{common('close')}</CloseButton>}
    >
      <p className="analysis-span">{translate('span', spanText(range, timezone))}</p>
      <div className="analysis-pair">
        {([x, y] as const).map((sensor, side) => (
          <label key={side} className="analysis-choice">
            <span>{translate(side === 0 ? 'pair.across' : 'pair.up')}</span>
            <select
              className="input"
              value={sensor.id}
              onChange={({ target }) => choose(side, Number(target.value))}
            >
              {sensors.map(({ id, alias, lesiId }) => (
                <option key={id} value={id}>
                  {`${alias} · ${lesiId}`}
                </option>
              ))}
            </select>
          </label>
        ))}
      </div>
      <Pairs {...{ x, y, range, timezone }} />
    </ModalDialog>
  )
}

interface PairsProps {
  readonly x: Sensor
  readonly y: Sensor
  readonly range: Range
  readonly timezone: string
}

function Pairs({ x, y, range, timezone }: PairsProps) {
  const { data, error, refetch } = useCorrelation(x, y, range)
  if (error)
    return (
      <ReportFailure
        {...{ error, thing: x.lesiId, sensor: x.key }}
        onRetry={() => void refetch()}
      />
    )
  if (!data) return <Skeleton width="100%" height="320px" />
  return <Found {...{ x, y, timezone }} found={data} />
}

interface FoundProps extends Omit<PairsProps, 'range'> {
  readonly found: Correlation
}

function Found({ x, y, found, timezone }: FoundProps) {
  const translate = useTranslations('history.analysis')
  const { number, duration } = useFormat()
  const { coefficient, reason, stepMs, time } = found
  const figure = coefficient === null ? noFigure : number(coefficient, 3)
  const count = { count: time.length, figure: number(time.length) }
  const [nameX, nameY] = pairNames(x, y)
  return (
    <section className="analysis-part">
      <p className="analysis-coefficient">
        {translate('pair.coefficient')} <b className="number">{figure}</b>{' '}
        {translate('pair.count', count)}
      </p>
      {reason !== null && <p>{translate(`pair.${reason}`, { x: nameX, y: nameY })}</p>}
      {time.length > 0 && (
        <Scatter
          {...{ x, y, found }}
          label={translate('pair.label', { x: nameX, y: nameY, coefficient: figure, ...count })}
        />
      )}
      <p className="analysis-note">
        {translate('pair.how', { step: duration(stepMs) })} {translate(`source.${found.source}`)}
      </p>
      {time.length > 0 && (
        <details>
          <summary>{translate('pair.table')}</summary>
          <table className="table analysis-table">
            <thead>
              <tr>
                <th scope="col">{translate('pair.time')}</th>
                <th scope="col" className="right">{`${nameX} ${x.unit}`}</th>
                <th scope="col" className="right">{`${nameY} ${y.unit}`}</th>
              </tr>
            </thead>
            <tbody>
              {time.map((at, index) => (
                <tr key={at}>
                  <td className="number">{formatInstant(at, timezone)}</td>
                  <td className="number right">{number(found.x[index] ?? 0, x.decimals + 1)}</td>
                  <td className="number right">{number(found.y[index] ?? 0, y.decimals + 1)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
    </section>
  )
}
