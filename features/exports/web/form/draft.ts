import type {
  exportFormats,
  exportModes,
  ExportFigure,
  ExportStep,
} from '../../contract/readings.ts'
import type { WrittenPeriod } from './written-period.ts'

/** A sensor that was chosen, as the form shows it. */
export interface ChosenSensor {
  readonly thing: string
  readonly sensor: string
  readonly label: string
}

/** What is in the form; times are on the wall clock of the zone. */
export interface Draft extends WrittenPeriod {
  readonly sensors: readonly ChosenSensor[]
  readonly format: (typeof exportFormats)[number]
  readonly mode: (typeof exportModes)[number]
  readonly step: ExportStep
  readonly figure: ExportFigure
  readonly timezone: string
}

/** One name for a sensor, whatever characters its key has. */
export const placeOf = ({ thing, sensor }: Pick<ChosenSensor, 'thing' | 'sensor'>): string =>
  `${thing} ${sensor}`

/** What is chosen with these as well: each once, as many as there may be. */
export function withAdded(
  chosen: readonly ChosenSensor[],
  added: readonly ChosenSensor[],
  maximum: number,
): readonly ChosenSensor[] {
  const once = new Map([...chosen, ...added].map((each) => [placeOf(each), each]))
  return [...once.values()].slice(0, maximum)
}

/** How the sensor is called that a refused field is about; undefined where it is about none. */
export function refusedSensor(
  field: string,
  sensors: readonly Pick<ChosenSensor, 'label'>[],
): string | undefined {
  const [, index] = /(?:^|\.)sensors\.(\d+)$/.exec(field) ?? []
  return index === undefined ? undefined : sensors[Number(index)]?.label
}
