import { Link } from '@tanstack/react-router'
import { localText } from '#kit/model/time/zone.ts'
import type { Range } from '#kit/model/time/period.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { AlarmGroup } from '../../../contract/analysis/routes.ts'
import { useAlarmWords } from '../../words/use-alarm-words.ts'

interface SourceNameProps {
  readonly group: AlarmGroup
  /** What is analysed, ms UTC: what the chart shows. */
  readonly range: Range
}

/** What a group of alarms has in common; of a sensor it leads to its chart in that period. */
export function SourceName({ group, range }: SourceNameProps) {
  const words = useAlarmWords()
  const { zone } = useFormat()
  const { sensor, device, origin } = group
  const rule = origin === null ? '' : words.ruleName({ origin, ruleName: group.ruleName })
  const name = sensor?.alias ?? device?.name ?? rule
  const second = [sensor === null ? '' : (device?.name ?? ''), name === rule ? '' : rule]
  const text = second.filter((part) => part !== '').join(' · ')
  const title = [name, text].filter((part) => part !== '').join(' · ')
  return (
    <span className="analysis-name" title={title}>
      {sensor && device ? (
        <Link
          className="clip"
          to="/warroomCharts"
          search={{
            ...{ thing: device.lesiId, sensor: sensor.key },
            ...{ from: localText(range.from, zone), to: localText(range.to, zone) },
          }}
        >
          {name}
        </Link>
      ) : (
        <span className="clip">{name}</span>
      )}
      {text !== '' && <small className="clip">{text}</small>}
    </span>
  )
}
