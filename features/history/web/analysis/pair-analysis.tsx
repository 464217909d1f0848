import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Range } from '#kit/model/time/period.ts'
import { CloseButton, ModalDialog } from '#kit/ui/dialog/modal-dialog.tsx'
import { Skeleton } from '#kit/ui/skeleton.tsx'
import { noFigure } from '#kit/web/formats/number.ts'
import { formatInstant } from '#kit/web/formats/repeated-hour.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { Correlation } from '../../contract/analysis.ts'
import { ReportFailure } from '../report/report-states.tsx'
import { spanText } from '../report/use-chart-format.ts'
import { pairNames, type NamedSensor } from './pair-names.ts'
import { useCorrelation } from './query-analysis.ts'
import { Scatter } from './scatter.tsx'
import './analysis.css'

interface PairAnalysisProps {
  /** Two at least. */
  readonly members: readonly NamedSensor[]
  readonly range: Range
  readonly timezone: string
  readonly onClose: () => void
}

/** Two sensors of a group against each other. */
export default function PairAnalysis({ members, range, timezone, onClose }: PairAnalysisProps) {
  const translate = useTranslations('history.analysis')
  const common = useTranslations('common')
  const [ids, setIds] = useState(() => members.slice(0, 2).map(({ sensor }) => sensor.id))
  const [x, y] = [0, 1].map(
    (side) => members.find(({ sensor }) => sensor.id === ids[side]) ?? members[side],
  )
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
        {([x, y] as const).map((chosen, side) => (
          <label key={side} className="analysis-choice">
            <span>{translate(side === 0 ? 'pair.across' : 'pair.up')}</span>
            <select
              className="input"
              value={chosen.sensor.id}
              onChange={({ target }) => choose(side, Number(target.value))}
            >
              {members.map(({ sensor, name }) => (
                <option key={sensor.id} value={sensor.id}>
                  {name}
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
  readonly x: NamedSensor
  readonly y: NamedSensor
  readonly range: Range
  readonly timezone: string
}

function Pairs({ x, y, range, timezone }: PairsProps) {
  const { data, error, refetch } = useCorrelation(x.sensor, y.sensor, range)
  if (error)
    return (
      <ReportFailure
        {...{ error, thing: x.sensor.lesiId, sensor: x.sensor.key }}
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
  const figureOf = ({ sensor }: NamedSensor, value = 0) => number(value, sensor.decimals + 1)
  const figure = coefficient === null ? noFigure : number(coefficient, 3)
  const count = { count: time.length, figure: number(time.length) }
  const [nameX, nameY] = pairNames(x, y)
  const [unitX, unitY] = [x.sensor.unit, y.sensor.unit]
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
                <th scope="col" className="right">{`${nameX} ${unitX}`}</th>
                <th scope="col" className="right">{`${nameY} ${unitY}`}</th>
              </tr>
            </thead>
            <tbody>
              {time.map((at, index) => (
                <tr key={at}>
                  <td className="number">{formatInstant(at, timezone)}</td>
                  <td className="number right">{figureOf(x, found.x[index])}</td>
                  <td className="number right">{figureOf(y, found.y[index])}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
    </section>
  )
}
