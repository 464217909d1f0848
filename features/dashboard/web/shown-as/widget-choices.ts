import { z } from 'zod'
import type { Sensor } from '#kit/model/sensor.ts'
import type { WidgetKind, WidgetOptions } from '#kit/web/widget-registry.ts'

const Choice = z.object({
  /** Id of the kind of widget. */
  kind: z.string(),
  /** What was chosen of the options of each kind, by its id. */
  options: z.record(z.string(), z.record(z.string(), z.unknown())),
  /** Whether it has the big place; of one sensor at most. */
  isPinned: z.boolean().optional(),
})
export type WidgetChoice = z.infer<typeof Choice>

/** How a person wants sensors to be shown, by the sensor's id. */
export type WidgetChoices = Readonly<Record<string, WidgetChoice>>

/** Reads stored choices; what is not understood is left out. */
export function readChoices(stored: string | null): WidgetChoices {
  const entries = z.record(z.string(), z.unknown()).safeParse(parsed(stored)).data ?? {}
  return Object.fromEntries(
    Object.entries(entries).flatMap(([sensorId, entry]) => {
      const { data } = Choice.safeParse(entry)
      return data ? [[sensorId, data] as const] : []
    }),
  )
}

function parsed(text: string | null): unknown {
  try {
    return text === null ? {} : JSON.parse(text)
  } catch {
    return {}
  }
}

/** The kind that shows a sensor, with its options. */
export interface ShownAs {
  readonly kind: WidgetKind
  readonly options: WidgetOptions
}

const noOptions: WidgetOptions = {}

/**
 * How a sensor is shown: as chosen while that kind can show it, else by the first of `kinds`, which
 * are those that can.
 */
export function shownAs(
  { id }: Pick<Sensor, 'id'>,
  choices: WidgetChoices,
  kinds: readonly [WidgetKind, ...(readonly WidgetKind[])],
): ShownAs {
  const choice = choices[id]
  const kind = kinds.find((able) => able.id === choice?.kind) ?? kinds[0]
  return { kind, options: choice?.options[kind.id] ?? noOptions }
}

/** The choices with another kind for a sensor; what was chosen of its options stays. */
export function withKind(choices: WidgetChoices, sensorId: number, kind: string): WidgetChoices {
  return { ...choices, [sensorId]: { options: {}, ...choices[sensorId], kind } }
}

/** The choices with a sensor shown by a kind with these options. */
export function withOptions(
  choices: WidgetChoices,
  sensorId: number,
  kind: string,
  options: WidgetOptions,
): WidgetChoices {
  const before = choices[sensorId]
  return {
    ...choices,
    [sensorId]: { ...before, kind, options: { ...before?.options, [kind]: options } },
  }
}

/** The id of the sensor that is pinned to the big place; null when none is. */
export function pinnedOf(choices: WidgetChoices): number | null {
  const pinned = Object.entries(choices).find(([, { isPinned }]) => isPinned)
  return pinned ? Number(pinned[0]) : null
}

/** No kind has this id: the sensor is shown by its usual kind. */
const usualId = ''

/** The choices with this sensor alone pinned to the big place; null: with none. */
export function withPin(choices: WidgetChoices, sensorId: number | null): WidgetChoices {
  const unpinned: WidgetChoices = Object.fromEntries(
    Object.entries(choices).map(([id, { kind, options }]) => [id, { kind, options }] as const),
  )
  if (sensorId === null) return unpinned
  const choice = { kind: usualId, options: {}, ...unpinned[sensorId], isPinned: true }
  return { ...unpinned, [sensorId]: choice }
}
