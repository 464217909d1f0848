import { useDeferredValue, useId, useMemo, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Sensor } from '#kit/model/sensor.ts'
import { sensorTest } from '#kit/model/sensor-filter.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { isolated } from '#kit/web/formats/isolated.ts'
import type { SensorsWidgetKind } from '#kit/web/widget-registry.ts'
import type { SensorName } from '../../../contract/page.ts'
import { nameOf } from '../../../contract/sensor-names.ts'
import { useAllSensors } from '../../calls/use-sensors.ts'
import { movedTo } from '../../moved-to.ts'
import './sensors-choice.css'

interface SensorsChoiceProps {
  readonly kind: SensorsWidgetKind
  readonly chosen: readonly SensorName[]
  readonly onChange: (chosen: SensorName[]) => void
}

/** How many of what was found are listed: more are found by words. */
const maximumFound = 50

/** The sensors of a widget that shows several, in their order, and a search for more. */
export function SensorsChoice({ kind, chosen, onChange }: SensorsChoiceProps) {
  const translate = useTranslations('pages.widget')
  const id = useId()
  const all = useAllSensors()
  const [find, setFind] = useState('')
  const found = useFound(all.sensors, kind, useDeferredValue(find))
  const isFull = chosen.length >= kind.maximumSensors
  const named = ({ thing, key }: SensorName) => isolated(all.find({ thing, key })?.alias ?? key)
  const move = (name: SensorName, place: number) => {
    const byKey = new Map(chosen.map((each) => [nameOf(each), each]))
    const order = movedTo([...byKey.keys()], nameOf(name), place)
    onChange(order.flatMap((key) => byKey.get(key) ?? []))
  }
  return (
    <fieldset className="sensors-choice">
      <legend>
        {translate('sensors', { count: chosen.length, maximum: kind.maximumSensors })}
      </legend>
      <ol>
        {chosen.map((name, place) => (
          <li key={nameOf(name)}>
            <span className="clip words">{named(name)}</span>
            <small className="clip">{name.thing}</small>
            <button
              type="button"
              className="icon-button small"
              aria-label={translate('sensorUp', { name: named(name) })}
              aria-disabled={place === 0}
              onClick={() => move(name, place - 1)}
            >
              <Icon name="up" />
            </button>
            <button
              type="button"
              className="icon-button small"
              aria-label={translate('sensorRemove', { name: named(name) })}
              onClick={() => onChange(chosen.filter((other) => other !== name))}
            >
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ol>
      <label className="input" htmlFor={id}>
        <Icon name="search" />
        <input
          id={id}
          type="search"
          value={find}
          maxLength={200}
          placeholder={translate('find')}
          aria-label={translate('find')}
          onChange={(event) => setFind(event.target.value)}
        />
      </label>
      <FoundSensors {...{ chosen, isFull, onChange }} found={found.slice(0, maximumFound)} />
      <p className="sensors-choice-note" role="status">
        {found.length === 0 && find !== '' && translate('noneFound')}
        {found.length > maximumFound && translate('moreFound')}
      </p>
    </fieldset>
  )
}

interface FoundSensorsProps extends Omit<SensorsChoiceProps, 'kind'> {
  readonly found: readonly Sensor[]
  readonly isFull: boolean
}

function FoundSensors({ found, chosen, isFull, onChange }: FoundSensorsProps) {
  const keys = new Set(chosen.map(nameOf))
  return (
    <ul>
      {found.map((sensor) => {
        const name = { thing: sensor.lesiId, key: sensor.key }
        const isChosen = keys.has(nameOf(name))
        const others = chosen.filter((other) => nameOf(other) !== nameOf(name))
        return (
          <li key={sensor.id}>
            <label>
              <input
                type="checkbox"
                checked={isChosen}
                disabled={!isChosen && isFull}
                onChange={() => onChange(isChosen ? others : [...chosen, name])}
              />
              <span className="clip words">{sensor.alias}</span>
              <small className="clip">{sensor.lesiId}</small>
            </label>
          </li>
        )
      })}
    </ul>
  )
}

function useFound(
  sensors: readonly Sensor[],
  { accepts }: SensorsWidgetKind,
  find: string,
): readonly Sensor[] {
  const locale = useLocale()
  return useMemo(() => {
    const matches = sensorTest({ find })
    const { compare } = new Intl.Collator(locale, { numeric: true })
    return sensors
      .filter((sensor) => accepts.includes(sensor.type) && matches(sensor, ''))
      .toSorted((one, other) => compare(one.alias, other.alias))
  }, [sensors, accepts, find, locale])
}
