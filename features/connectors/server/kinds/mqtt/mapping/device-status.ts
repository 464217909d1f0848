import { readMessage } from '#kit/server/documents/document-text.ts'
import { parsePath, valueAt } from '../../../../contract/kinds/mqtt/document-path.ts'
import type { Payload } from '../../../../contract/kinds/mqtt/mapping.ts'
import { noDocuments, refused, type Mapped } from './mapped.ts'

export type StatusPayload = Extract<Payload, { readonly format: 'status' }>

/** Whether the device is there, as the text of the message or a value of its document says. */
export function mapStatus(
  payload: Buffer,
  { path, online, offline }: StatusPayload,
  lesiId: string,
): Mapped {
  if (payload.length === 0) return noDocuments
  const text = path === '' ? payload.toString('utf8').trim() : textAt(payload, path)
  if (text === null) return refused(path, 'is not there')
  if (text === online || text === offline) {
    const status = text === online ? 'online' : 'offline'
    return { documents: [], problems: [], status: { lesiId, status } }
  }
  return refused(
    path || 'payload',
    `must be ${JSON.stringify(online)} or ${JSON.stringify(offline)}`,
  )
}

function textAt(payload: Buffer, path: string): string | null {
  const read = readMessage(payload)
  if ('problem' in read) return null
  const value = valueAt(read.document, parsePath(path) ?? [])
  const isScalar = ['string', 'number', 'boolean'].includes(typeof value)
  return isScalar ? JSON.stringify(value).replaceAll(/^"|"$/g, '') : null
}
