import type { ExportStep } from '../../contract/readings.ts'

/** Lengths of steps, ms; of a day that of most of them. */
export const stepMs: Readonly<Record<Exclude<ExportStep, 'raw'>, number>> = {
  '1-min': 60_000,
  '5-min': 300_000,
  '15-min': 900_000,
  '1-hour': 3_600_000,
  '1-day': 86_400_000,
}
