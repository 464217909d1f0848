import { isObject, type Problem } from '#kit/server/documents/document-value.ts'
import { understandTelemetry } from '#kit/server/documents/telemetry-document.ts'
import { lesiIdOf } from './device-name.ts'
import { refused, type Mapped, type MappedDocument } from './mapped.ts'

const maximumDocuments = 1_000

/**
 * What an expression gives: a telemetry document or an array of them, each with the name of its
 * device in `device` where neither rule nor topic say it. Nothing gives nothing.
 */
export function mapResult(result: unknown, lesiId: string | null): Mapped {
  if (result === undefined || result === null) return { documents: [], problems: [] }
  const entries: readonly unknown[] = Array.isArray(result) ? result : [result]
  if (entries.length > maximumDocuments)
    return refused('expression', `gives more than ${maximumDocuments} documents`)
  const problems: Problem[] = []
  const documents: MappedDocument[] = []
  for (const [index, entry] of entries.entries()) {
    const field = entries.length === 1 ? '' : `[${index}]`
    const mapped = mapEntry(entry, lesiId, field)
    problems.push(...mapped.problems)
    documents.push(...mapped.documents)
  }
  return { documents, problems }
}

function mapEntry(entry: unknown, lesiId: string | null, field: string): Mapped {
  const { device, ...document } = isObject(entry) ? entry : { device: undefined }
  const name = lesiId ?? (typeof device === 'string' ? lesiIdOf([device]) : null)
  if (name === null)
    return refused(field || 'expression', 'gives no "device", and neither do rule and topic')
  const parsed = understandTelemetry(isObject(entry) ? document : entry)
  if ('problem' in parsed) return { documents: [], problems: [parsed.problem] }
  return { documents: [{ lesiId: name, values: parsed.values }], problems: parsed.refused }
}
