import { ApiError } from '#kit/web/calls/api-error.ts'
import { call } from '#kit/web/calls/call.ts'
import { addImportPart, createImport, partBytes } from '../../contract/routes.ts'

/** A minute of other people's writes may come first. */
const maximumAttempts = 10

/** Sends a file in parts; resolves with the id of its import. */
export async function uploadFile(
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const body = { fileName: file.name.slice(0, 200), bytes: file.size }
  const { id } = (await call(createImport, { body }, { signal })).data
  for (let offset = 0; offset < file.size;) {
    const data = await base64Of(file.slice(offset, offset + partBytes))
    offset = await sendPart(id, { offset, data }, signal)
    onProgress(offset / file.size)
  }
  return id
}

async function sendPart(
  id: string,
  body: { readonly offset: number; readonly data: string },
  signal: AbortSignal,
): Promise<number> {
  for (let attempts = 1; ; attempts++)
    try {
      return (await call(addImportPart, { params: { id }, body }, { signal })).data.received
    } catch (error) {
      const mayPass =
        error instanceof ApiError && ['too_many_requests', 'overloaded'].includes(error.code)
      if (!mayPass || attempts >= maximumAttempts) throw error
      await pause((error.retryAfterSeconds ?? 2) * 1_000, signal)
    }
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
