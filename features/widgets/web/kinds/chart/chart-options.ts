import { z } from 'zod'
import { PlotOptions } from '../../plot/plot-options.ts'

/** Icons that a chart can have; `type`: that of the sensor's type. */
export const chartIcons = ['type', 'tank', 'gas', 'device', 'clock', 'chart'] as const
export type ChartIcon = (typeof chartIcons)[number]

const maximumName = 60

export const ChartOptions = PlotOptions.extend({
  icon: z.enum(chartIcons).default('type'),
  /** Beside the value axis; empty: the unit. */
  verticalName: z.string().max(maximumName).default(''),
})
export type ChartOptions = z.infer<typeof ChartOptions>
