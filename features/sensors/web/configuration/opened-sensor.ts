import type { Sensor } from '#kit/model/sensor.ts'
import type { Draft } from './draft/draft.ts'

interface Shown {
  readonly draft: Draft
  /** Of the table; undefined where they are on their way. */
  readonly rows: readonly (Sensor | undefined)[] | undefined
}

/** The sensor that somebody has opened, as the server has it by now, as far as that is here. */
export function openedSensor(opened: Sensor, { draft, rows }: Shown): Sensor {
  const { id } = opened
  return draft.get(id)?.sensor ?? rows?.find((sensor) => sensor?.id === id) ?? opened
}
