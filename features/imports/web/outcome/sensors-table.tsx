import { useTranslations } from 'use-intl'
import { formatInstant } from '#kit/web/formats/repeated-hour.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { SensorOutcome } from '../../contract/outcome.ts'

const maximumShown = 200

interface SensorsTableProps {
  readonly sensors: readonly SensorOutcome[]
  readonly isDone: boolean
}

/**
 * What becomes of each sensor. Moments are those of the charts, so that a zone that was chosen
 * wrong is seen before the import.
 */
export function SensorsTable({ sensors, isDone }: SensorsTableProps) {
  const translate = useTranslations('imports.outcome')
  const { number, zone } = useFormat()
  const moment = (time: number | null) => (time === null ? '' : formatInstant(time, zone))
  return (
    <div className="import-table">
      <table>
        <thead>
          <tr>
            <th scope="col">{translate('sensor')}</th>
            <th scope="col">{translate('readings')}</th>
            <th scope="col">{translate(isDone ? 'storedNow' : 'new')}</th>
            <th scope="col">{translate('first', { zone })}</th>
            <th scope="col">{translate('last', { zone })}</th>
          </tr>
        </thead>
        <tbody>
          {sensors.slice(0, maximumShown).map((each) => (
            <tr key={`${each.thing} ${each.sensor}`}>
              <th scope="row">{`${each.device} · ${each.alias}`}</th>
              <td className="number">{number(each.readings)}</td>
              <td className="number">{number(each.fresh)}</td>
              <td className="number">{moment(each.first)}</td>
              <td className="number">{moment(each.last)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
