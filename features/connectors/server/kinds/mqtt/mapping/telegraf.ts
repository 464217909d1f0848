import { fieldOf } from '#kit/server/documents/document-keys.ts'
import { isObject, typeMismatch, type Problem } from '#kit/server/documents/document-value.ts'
import { lesiIdOf } from './device-name.ts'
import { readTime } from './document-time.ts'
import { refused, type Mapped } from './mapped.ts'
import { ValueList } from './value-list.ts'

const maximumMetrics = 2_000
/** The tag by which Telegraf names the computer it runs on. */
const hostTag = 'host'

/**
 * The metrics of Telegraf's JSON, alone or as `metrics`. A sensor is measurement, tags and field,
 * as in line protocol; without a device of its own the tag `host` names it.
 */
export function mapTelegraf(document: unknown, device: string | null): Mapped {
  const metrics = metricsOf(document)
  if (!Array.isArray(metrics)) return refused('metrics', typeMismatch('an array', metrics))
  if (metrics.length > maximumMetrics) return refused('metrics', `are more than ${maximumMetrics}`)
  const problems: Problem[] = []
  const lists = new Map<string, ValueList>()
  for (const [index, metric] of metrics.entries()) {
    const field = metrics.length === 1 ? '' : `metrics[${index}]`
    const reason = addMetric(metric, { field, device, lists, problems })
    if (reason !== null) problems.push({ field: field || 'document', reason })
  }
  const documents = [...lists].map(([lesiId, { values }]) => ({ lesiId, values }))
  return { documents, problems }
}

function metricsOf(document: unknown): unknown {
  if (Array.isArray(document)) return document
  return isObject(document) && 'metrics' in document ? document['metrics'] : [document]
}

interface Place {
  readonly field: string
  readonly device: string | null
  readonly lists: Map<string, ValueList>
  readonly problems: Problem[]
}

/** Why the metric cannot be taken. */
function addMetric(metric: unknown, { field, device, lists, problems }: Place): string | null {
  if (!isObject(metric)) return typeMismatch('an object', metric)
  const { name, fields, tags = {}, timestamp } = metric
  if (typeof name !== 'string' || name === '') return 'has no name'
  if (!isObject(fields)) return `fields ${typeMismatch('an object', fields)}`
  if (!isObject(tags)) return `tags ${typeMismatch('an object', tags)}`
  const wrongTag = Object.keys(tags).find((tag) => !isScalar(tags[tag]))
  if (wrongTag !== undefined)
    return `${fieldOf('tags', wrongTag)} ${typeMismatch('a text', tags[wrongTag])}`
  const time = readTime(timestamp)
  if (typeof time === 'object') return `timestamp ${time.reason}`
  const host = tags[hostTag]
  if (device === null && typeof host !== 'string') return 'has no tag "host" that names the device'
  const lesiId = device ?? lesiIdOf([String(host)])
  const list = lists.get(lesiId) ?? new ValueList(problems)
  lists.set(lesiId, list)
  const series = seriesOf(name, tags, device === null)
  for (const key of Object.keys(fields))
    list.add({ key: `${series} ${key}`, raw: fields[key], field: fieldOf(field, key), time })
  return null
}

/** What a tag may hold: text, where a program is loose with types also a number or the like. */
const isScalar = (value: unknown) => value === null || typeof value !== 'object'

function seriesOf(name: string, tags: Readonly<Record<string, unknown>>, isOfHost: boolean) {
  const named = Object.entries(tags)
    .filter(([tag]) => !isOfHost || tag !== hostTag)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([tag, value]) => `${tag}=${String(value)}`)
  return [name, ...named].join(',')
}
