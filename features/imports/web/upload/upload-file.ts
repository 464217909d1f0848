import { call } from '#kit/web/calls/call.ts'
import { addImportPart, createImport, partBytes } from '../../contract/routes.ts'
import { sentPart } from './sent-part.ts'

/** Sends a file in parts; resolves with the id of its import, which is passed on as it is there. */
export async function uploadFile(
  file: File,
  onProgress: (share: number, id: string) => void,
  signal: AbortSignal,
): Promise<string> {
  const body = { fileName: file.name.slice(0, 200), bytes: file.size }
  const { id } = (await call(createImport, { body }, { signal })).data
  onProgress(0, id)
  for (let offset = 0; offset < file.size;) {
    const data = await base64Of(file.slice(offset, offset + partBytes))
    const part = { params: { id }, body: { offset, data } }
    offset = await sentPart(
      async () => (await call(addImportPart, part, { signal })).data.received,
      (ms) => pause(ms, signal),
    )
    onProgress(offset / file.size, id)
  }
  return id
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  signal.addEventListener('abort', () => {
    clearTimeout(timer)
    reject(signal.reason)
  })
  return promise
}

async function base64Of(part: Blob): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const reader = new FileReader()
  reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : '')
  reader.onerror = () => reject(reader.error ?? new Error('the file cannot be read'))
  reader.readAsDataURL(part)
  const address = await promise
  return address.slice(address.indexOf(',') + 1)
}
