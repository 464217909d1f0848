import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError, isAbort } from '#kit/web/calls/api-error.ts'
import { invalidate } from '#kit/web/calls/query-of.ts'
import { showFailure } from '#kit/web/calls/query.ts'
import { useFieldErrorText } from '#kit/web/texts/use-field-error-text.ts'
import { listImports } from '../../contract/routes.ts'
import { uploadFile } from './upload-file.ts'

export type Upload = ReturnType<typeof useUpload>

/**
 * Sends a file, whatever is open beside it, as long as the screen is there that uses this; with it
 * the sending ends. `onUploaded` is given the id of the import, as it was passed last.
 */
export function useUpload(onUploaded: (id: string) => void) {
  const client = useQueryClient()
  const textOf = useFieldErrorText()
  const [uploading, setUploading] = useState<{
    readonly name: string
    readonly share: number
    /** Of its import, once it is there. */
    readonly id: string | null
  } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const stopping = useRef<AbortController | null>(null)
  const uploaded = useRef(onUploaded)
  useEffect(() => {
    uploaded.current = onUploaded
  })
  useEffect(() => () => stopping.current?.abort(), [])
  const run = async (file: File) => {
    const stop = new AbortController()
    stopping.current = stop
    setUploading({ name: file.name, share: 0, id: null })
    try {
      const progress = (share: number, id: string) => setUploading({ name: file.name, share, id })
      const id = await uploadFile(file, progress, stop.signal)
      uploaded.current(id)
    } catch (error) {
      const reasons = error instanceof ApiError ? Object.values(error.errors).flat() : []
      if (reasons.length > 0) setProblem(reasons.map(textOf).join(' '))
      else if (!isAbort(error)) await showFailure(error)
    } finally {
      setUploading(null)
      void invalidate(client, listImports)
    }
  }
  return {
    ...{ uploading, problem, setProblem },
    send: (file: File) => void run(file),
    stop: () => stopping.current?.abort(),
  }
}
