import { createElement, type FunctionComponent } from 'react'

/** A sensor and a range of time, ms UTC, whose chart is drawn as large as the room it is given. */
export interface SmallChartProps {
  readonly lesiId: string
  readonly sensorKey: string
  readonly from: number
  readonly to: number
}

let chart: FunctionComponent<SmallChartProps> | null = null

/** Names the chart that there is; the application does this once, at its start. */
export function provideSmallChart(provided: FunctionComponent<SmallChartProps>): void {
  chart = provided
}

/** The chart of another feature. Its code may still have to be fetched: it suspends. */
export function SmallChart(props: SmallChartProps) {
  return chart && createElement(chart, props)
}
