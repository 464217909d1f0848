import { plainSensor, type Sensor } from '#kit/model/sensor.ts'
import { conditionOf } from '#kit/web/live/values/freshness.ts'
import type { LiveDeviceStatus, LiveValue } from '#kit/web/live/values/live-state.ts'
import type { SensorView } from '#features/widgets/web/frame/sensor-view.ts'

export const viewNow = Date.UTC(2026, 10, 20, 12)

const shownSensor: Sensor = {
  ...plainSensor,
  ...{ id: 1, deviceId: 1, lesiId: 'pump-1', key: 'flow', alias: 'Flow', type: 'analog' as const },
  ...{ unit: 'm³/h', decimals: 1, lowerAlarm: null, upperAlarm: null },
  ...{ scaleLow: null, scaleHigh: null, intervalMs: 10_000, states: {}, isNew: false },
}

interface ViewOptions {
  readonly sensor?: Partial<Sensor>
  /** Null: none was received. */
  readonly reading?: Partial<LiveValue> | null
  readonly device?: LiveDeviceStatus
  readonly view?: Partial<SensorView>
}

/** What a widget draws at `viewNow` of a sensor that has just sent 21.4. */
export function testView({ sensor, reading, device, view }: ViewOptions = {}): SensorView {
  const shown = { ...shownSensor, ...sensor }
  const received: LiveValue | undefined =
    reading === null
      ? undefined
      : {
          ...{ time: viewNow, value: 21.4, quality: 0, previous: undefined },
          ...{ since: viewNow, isSinceExact: false },
          ...reading,
        }
  return {
    sensor: shown,
    reading: received,
    condition: conditionOf(
      { reading: () => received, device: () => device, isKnown: () => true },
      shown,
      viewNow,
    ),
    device,
    trend: undefined,
    textOf: () => undefined,
    day: undefined,
    stored: undefined,
    dayStates: undefined,
    now: viewNow,
    ...view,
  }
}
