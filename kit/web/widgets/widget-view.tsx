import { useTranslations } from 'use-intl'
import type { Sensor } from '#kit/model/sensor.ts'
import {
  kindById,
  defaultKind,
  type AnyWidgetKind,
  type SensorsWidgetKind,
  type WidgetKind,
  type WidgetOptions,
  type WidgetSize,
} from '../widget-registry.ts'
import { useSameList } from '../browser/use-same-list.ts'
import { attemptOf } from './attempt-of.ts'
import { useKindTitle } from './kind-titles.ts'
import { WidgetBoundary } from './widget-boundary.tsx'
import { WidgetNotice } from './widget-notice.tsx'

/** A stored widget, its sensors looked up. */
export interface WidgetContent {
  readonly id: string
  /** Of a kind that shows one; null: it is gone or closed. */
  readonly sensor: Sensor | null
  /** Of a kind that shows several, in their order; null: one that is gone or closed. */
  readonly sensors: readonly (Sensor | null)[]
  /** Id of a kind; null: the usual one of the sensor's type. */
  readonly kind: string | null
  readonly options: WidgetOptions
}

interface WidgetViewProps {
  readonly widget: WidgetContent
  readonly size: WidgetSize
}

/** A stored widget as it is drawn, or what is wrong with it; it fills its place. */
export function WidgetView({ widget, size }: WidgetViewProps) {
  const { sensor, sensors, options } = widget
  const kind = kindOf(widget)
  if (kind === null) return <SensorGone />
  if (kind === undefined) return <UnknownKind id={widget.kind} />
  if (kind.binds === 'sensors') return <OfSensors {...{ kind, sensors, options, size }} />
  if (kind.binds === 'sensor') return <OfSensor {...{ kind, sensor, options, size }} />
  const { View } = kind
  return (
    <WidgetBoundary attempt={attemptOf(kind.id, [options])}>
      <View {...{ options, size }} />
    </WidgetBoundary>
  )
}

/** Null: it would be the usual one of a sensor that is not there. */
function kindOf({ kind, sensor }: WidgetContent): AnyWidgetKind | null | undefined {
  if (kind !== null) return kindById(kind)
  return sensor && defaultKind(sensor.type)
}

interface OfSensorProps {
  readonly kind: WidgetKind
  readonly sensor: Sensor | null
  readonly options: WidgetOptions
  readonly size: WidgetSize
}

function OfSensor({ kind, sensor, options, size }: OfSensorProps) {
  if (sensor === null) return <SensorGone />
  if (!kind.accepts.includes(sensor.type)) return <NotAccepted kind={kind} name={sensor.alias} />
  const { View } = kind
  return (
    <WidgetBoundary attempt={attemptOf(kind.id, [options, sensor])}>
      <View {...{ sensor, options, size }} />
    </WidgetBoundary>
  )
}

interface OfSensorsProps {
  readonly kind: SensorsWidgetKind
  readonly sensors: WidgetContent['sensors']
  readonly options: WidgetOptions
  readonly size: WidgetSize
}

function OfSensors({ kind, sensors, options, size }: OfSensorsProps) {
  const translate = useTranslations('widgets.placed')
  const present = distinct(sensors.filter((sensor) => sensor !== null))
  const able = present.filter(({ type }) => kind.accepts.includes(type))
  const shown = useSameList(able.slice(0, kind.maximumSensors))
  const removedCount = sensors.filter((sensor) => sensor === null).length
  const [first] = present
  if (sensors.length === 0) return <WidgetNotice icon="plus" title={translate('noneChosen')} />
  if (shown.length === 0)
    return first ? <NotAccepted kind={kind} name={first.alias} /> : <SensorGone />
  const { View } = kind
  return (
    <WidgetBoundary attempt={attemptOf(kind.id, [options, ...shown])}>
      <View
        {...{ options, size }}
        sensors={shown}
        missing={removedCount + present.length - shown.length}
      />
    </WidgetBoundary>
  )
}

/** Each sensor once, where it stood first. */
function distinct(sensors: readonly Sensor[]): readonly Sensor[] {
  return sensors.filter(({ id }, index) => sensors.findIndex((other) => other.id === id) === index)
}

function SensorGone() {
  const translate = useTranslations('widgets.placed')
  return (
    <WidgetNotice icon="eye-off" title={translate('gone')}>
      {translate('goneText')}
    </WidgetNotice>
  )
}

function UnknownKind({ id }: { readonly id: string | null }) {
  const translate = useTranslations('widgets.placed')
  return (
    <WidgetNotice icon="warning" title={translate('unknown')}>
      {translate('unknownText', { id: id ?? '' })}
    </WidgetNotice>
  )
}

interface NotAcceptedProps {
  readonly kind: AnyWidgetKind
  readonly name: string
}

function NotAccepted({ kind, name }: NotAcceptedProps) {
  const translate = useTranslations('widgets.placed')
  const titleOf = useKindTitle()
  return (
    <WidgetNotice icon="warning" title={name}>
      {translate('notAccepted', { kind: titleOf(kind) })}
    </WidgetNotice>
  )
}
