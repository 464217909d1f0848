import type {
  exportFormats,
  exportModes,
  ExportFigure,
  ExportStep,
} from '../../contract/readings.ts'

/** A sensor that was chosen, as the form shows it. */
export interface ChosenSensor {
  readonly thing: string
  readonly sensor: string
  readonly label: string
}

/** What is in the form; times are on the wall clock of the zone, `2026-11-20T06:00`. */
export interface Draft {
  readonly sensors: readonly ChosenSensor[]
  readonly format: (typeof exportFormats)[number]
  readonly mode: (typeof exportModes)[number]
  readonly step: ExportStep
  readonly figure: ExportFigure
  readonly from: string
  readonly to: string
  readonly timezone: string
}

/** One name for a sensor, whatever characters its key has. */
export const placeOf = ({ thing, sensor }: Pick<ChosenSensor, 'thing' | 'sensor'>): string =>
  `${thing} ${sensor}`
