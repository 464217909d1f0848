import { useTranslations } from 'use-intl'
import type { Sensor } from '#kit/model/sensor.ts'
import { rovingRow } from '#kit/ui/roving-focus.ts'
import { maximumGroup, type Address, type SensorName } from '../address.ts'
import { useMissingNames } from './use-group-sensors.ts'

type Change = (part: Partial<Address>) => void

/** One sensor with its chart, or several over one axis of time. */
export function ModeChoice({ address, change }: { address: Address; change: Change }) {
  const translate = useTranslations('history.group')
  const { group, thing, sensor } = address
  const showGroup = () =>
    change({ group: thing !== null && sensor !== null ? [{ thing, sensor }] : [] })
  const showOne = () => change({ group: null, ...group?.[0] })
  return (
    <div className="segmented" role="group" aria-label={translate('mode')} ref={rovingRow}>
      <button type="button" aria-pressed={group === null} onClick={showOne}>
        {translate('sensorMode')}
      </button>
      <button type="button" aria-pressed={group !== null} onClick={() => group ?? showGroup()}>
        {translate('groupMode')}
      </button>
    </div>
  )
}

/** Choosing the sensors of a group; null where one sensor is shown alone. */
export function useGroupChoice({ group }: Address, change: Change) {
  const translate = useTranslations('history.group')
  const missing = useMissingNames(group ?? [])
  if (group === null) return null
  const isNamed = (name: SensorName, { lesiId, key }: Sensor) =>
    name.thing === lesiId && name.sensor === key
  const isChosen = (sensor: Sensor) => group.some((name) => isNamed(name, sensor))
  const toggle = (sensor: Sensor) =>
    change({
      group: isChosen(sensor)
        ? group.filter((name) => !isNamed(name, sensor))
        : [...group, { thing: sensor.lesiId, sensor: sensor.key }],
    })
  const count = group.length - missing.length
  return {
    title: translate('sensors', { count }),
    toggle,
    several: { isChosen, isFull: group.length >= maximumGroup },
    foot: (
      <>
        {translate('chosen', { count, maximum: maximumGroup })}
        {group.length > 0 && (
          <button
            type="button"
            className="link history-clear"
            onClick={() => change({ group: [] })}
          >
            {translate('clear')}
          </button>
        )}
        {missing.length > 0 && (
          <p className="history-missing">
            {translate('missing', { count: missing.length })}{' '}
            <button
              type="button"
              className="link"
              onClick={() => change({ group: group.filter((name) => !missing.includes(name)) })}
            >
              {translate('removeMissing')}
            </button>
          </p>
        )}
      </>
    ),
  }
}
