import { z } from 'zod'
import type { Sensor } from '#kit/model/sensor.ts'
import type { WidgetKind, WidgetOptions } from '#kit/web/widget-registry.ts'

const Choice = z.object({
  /** Id of the kind of widget. */
  kind: z.string(),
  /** What was chosen of the options of each kind, by its id. */
  options: z.record(z.string(), z.record(z.string(), z.unknown())),
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
  return { ...choices, [sensorId]: { kind, options: choices[sensorId]?.options ?? {} } }
}

/** The choices with a sensor shown by a kind with these options. */
export function withOptions(
  choices: WidgetChoices,
  sensorId: number,
  kind: string,
  options: WidgetOptions,
): WidgetChoices {
  const others = choices[sensorId]?.options
  return { ...choices, [sensorId]: { kind, options: { ...others, [kind]: options } } }
}
