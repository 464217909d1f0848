import type { ChartKind } from '../plot/chart-kind.ts'
import { LiveChart, type LiveChartProps } from '../plot/live-chart.tsx'
import { readColours } from '../plot/theme.ts'
import { createGroupCrosshair } from './group-crosshair.ts'
import type { GroupColours } from './group-paint.ts'
import type { GroupPicture } from './group-picture.ts'
import { createGroupPlot } from './group-plot.ts'

const kind: ChartKind<GroupPicture, GroupColours> = {
  readColours(host, { curves }) {
    const style = getComputedStyle(host)
    const pens = curves.map(({ pen }) => style.getPropertyValue(pen).trim())
    return { ...readColours(host, '--pen-1'), pens }
  },
  createPlot: createGroupPlot,
  createCrosshair: createGroupCrosshair,
  createLabels: () => () => {},
  update: () => {},
  entriesOf: ({ curves }) => curves.map(({ data }) => data.marked),
}

/**
 * Curves of several sensors over one axis of time, on one or two axes of values. Pictures are made
 * with `groupPicture`. To be given another `key` when an axis comes or goes.
 */
export function GroupChart(props: LiveChartProps<GroupPicture>) {
  return <LiveChart {...props} kind={kind} />
}
