import {
  earliestTime,
  latestTime,
  type DocumentValue,
  type Problem,
} from '#kit/server/documents/document-value.ts'
import { fieldOf, keyProblem } from '#kit/server/documents/document-keys.ts'
import type { MetricDefinitions } from './edge-node.ts'
import { valueOf } from './metric-value.ts'
import { plainNumber } from './numbers.ts'
import type { Metric } from './payload-schema.ts'
import { qualityOf } from './quality.ts'

interface Source {
  readonly definitions: MetricDefinitions
  /** Of the whole payload, ms UTC. */
  readonly timestamp: number | undefined
}

const path = 'metrics'

/**
 * The values of the metrics of one message. Those of the protocol itself are left out: commands,
 * the number of the birth, and definitions of templates.
 */
export function readMetrics(
  metrics: readonly Metric[],
  source: Source,
): { readonly values: readonly DocumentValue[]; readonly refused: readonly Problem[] } {
  const values: DocumentValue[] = []
  const refused: Problem[] = []
  for (const metric of metrics) {
    const read = readMetric(metric, source)
    if (read === null) continue
    if ('reason' in read) refused.push(read)
    else values.push(read)
  }
  return { values, refused }
}

function readMetric(metric: Metric, source: Source): DocumentValue | Problem | null {
  const definition = source.definitions.definitionOf(metric)
  if (!definition) return unknownOf(metric, source.definitions)
  const { name: key, datatype, unit } = definition
  if (isOfProtocol(key) || metric.templateValue?.isDefinition === true) return null
  const refuse = (reason: string) => ({ field: fieldOf(path, key), reason })
  const wrongKey = keyProblem(key)
  if (wrongKey !== null) return refuse(wrongKey)
  const time = plainNumber(metric.timestamp) ?? source.timestamp
  if (time !== undefined && !(time >= earliestTime && time < latestTime))
    return refuse(`${time} is not a time in milliseconds between the years 2000 and 2100`)
  if (metric.isNull === true) return { key, value: null, time, quality: 'bad', path }
  const value = valueOf(metric, datatype)
  if ('reason' in value) return refuse(value.reason)
  const read = { key, ...value, time, quality: qualityOf(metric), path }
  return unit === undefined ? read : { ...read, hint: { unit, type: null } }
}

const isOfProtocol = (name: string) =>
  name === 'bdSeq' || name.startsWith('Node Control/') || name.startsWith('Device Control/')

const unknownAlias = 'is an alias that no birth has explained; a rebirth was requested'
const missingMessages = 'is named by an alias while messages are missing; a rebirth was requested'
const unknownType =
  'is a whole number without a type, which no birth has told; a rebirth was requested'

/** Whether a metric was refused for want of a birth. */
export const lacksBirth = ({ reason }: Problem) => reasonsOfBirth.has(reason)

const reasonsOfBirth: ReadonlySet<string> = new Set([unknownAlias, missingMessages, unknownType])

const unknownOf = (metric: Metric, { hasGap }: MetricDefinitions): Problem =>
  metric.name === undefined || metric.name === ''
    ? {
        field: fieldOf(path, shownAlias(metric)),
        reason: hasGap ? missingMessages : unknownAlias,
      }
    : { field: fieldOf(path, metric.name), reason: unknownType }

const shownAlias = ({ alias }: Metric) => `alias ${plainNumber(alias) ?? 'none'}`
