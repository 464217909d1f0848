import { Counter, Gauge, type Registry } from '@prometheus-io/client'

/** What one connector did since the start. */
export interface ConnectorFigures {
  readonly kind: string
  readonly name: string
  readonly state: string
  readonly readings: number
  readonly refused: number
}

/** Which connectors there are, in which state, and what they brought. */
export function registerConnectors(
  registry: Registry,
  connectors: () => readonly ConnectorFigures[],
): void {
  const states = new Gauge({
    name: 'warroom_connectors',
    help: 'Connectors by kind and state',
    labelNames: ['kind', 'state'],
    registers: [],
    collect() {
      this.reset()
      for (const { kind, state } of connectors()) this.inc({ kind, state })
    },
  })
  registry.registerMetric(states)
  const figures = [
    ['stored', 'Readings that were stored of a connector since the start', 'readings'],
    ['refused', 'Values that were refused of a connector since the start', 'refused'],
  ] as const
  for (const [name, help, figure] of figures) {
    const counter = new Counter({
      name: `warroom_connector_readings_${name}_total`,
      help,
      labelNames: ['kind', 'name'],
      registers: [],
      collect() {
        this.reset()
        for (const each of connectors())
          this.inc({ kind: each.kind, name: each.name }, each[figure])
      },
    })
    registry.registerMetric(counter)
  }
}
