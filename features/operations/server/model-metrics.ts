import { Counter, type Registry } from '@prometheus-io/client'

/** What a language model did since the start. */
export interface ModelFigures {
  readonly requests: number
  readonly tokens: number
  readonly answers: number
  /** By the reason of the failure. */
  readonly failures: ReadonlyMap<string, number>
}

/** How a language model works: what it was asked, what it costs, how often the rules answered. */
export function registerModel(registry: Registry, figures: () => ModelFigures): void {
  const counts = [
    ['requests', 'Requests to the language model', 'requests'],
    ['tokens', 'Tokens of the language model, as its server counts them', 'tokens'],
    ['answers', 'Answers of the assistant that the language model phrased', 'answers'],
  ] as const
  for (const [name, help, figure] of counts)
    registry.registerMetric(
      new Counter({
        ...{ name: `warroom_language_model_${name}_total`, help, registers: [] },
        collect() {
          this.reset()
          this.inc(figures()[figure])
        },
      }),
    )
  registry.registerMetric(
    new Counter({
      name: 'warroom_language_model_fallbacks_total',
      help: 'Answers by rules in the place of the language model, by what failed',
      ...{ labelNames: ['reason'], registers: [] },
      collect() {
        this.reset()
        for (const [reason, count] of figures().failures) this.inc({ reason }, count)
      },
    }),
  )
}
